import { LockClosed32Regular } from '@fluentui/react-icons/svg/lock-closed';
import type { Role, SignedInUser } from '@repairline/contracts/identity/views';
import type { ReactNode } from 'react';
import { Page } from '../components/page/page';
import { EmptyState } from '../components/page/states';
import { BackToDevices } from './back-to-devices';

interface RoleGateProps {
  user: SignedInUser;
  role: Role;
  children: ReactNode;
}

/** Admits only people with the role. The server enforces the same rule; this gate says so before a call fails. */
export function RoleGate({ user, role, children }: RoleGateProps) {
  if (user.role === role) return children;
  return (
    <Page title={`${role}s only`}>
      <EmptyState
        title={`You need the ${role} role to see this page`}
        heading="h1"
        icon={<LockClosed32Regular />}
        action={<BackToDevices />}
      >
        Ask an administrator if you think that you should have it.
      </EmptyState>
    </Page>
  );
}
