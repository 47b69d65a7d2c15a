import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { lazy, Suspense, useState } from 'react';
import { QuickActionsButton } from './quick-actions-button';

const fetchMenu = () => import('./quick-actions-menu');
const QuickActionsMenu = lazy(async () => ({ default: (await fetchMenu()).QuickActionsMenu }));

interface QuickActionsProps {
  device: Device;
  user: SignedInUser;
  className: string;
}

/** A button until it is first pressed: with a menu in each row a list costs a tenth more, and hardly any is ever opened. */
export function QuickActions({ device, user, className }: QuickActionsProps) {
  const [isWanted, setWanted] = useState(false);
  const open = () => setWanted(true);
  const button = (
    <QuickActionsButton
      of={device.barcodeNumber}
      className={className}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        open();
      }}
    />
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <QuickActionsMenu device={device} user={user} className={className} />
    </Suspense>
  );
}

/** For the first press on any row. A failure shows when it is needed. */
export function fetchQuickActions(): void {
  fetchMenu().catch(() => undefined);
}
