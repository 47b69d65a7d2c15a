import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { useState } from 'react';
import { NOT_LOADED } from '../../components/dialogs/on-demand';
import { useToast } from '../../components/toasts/use-toast';
import { QuickActionsButton } from './quick-actions-button';

const fetchMenu = () => import('./quick-actions-menu');

interface QuickActionsProps {
  device: Device;
  user: SignedInUser;
  className: string;
}

/**
 * A plain button until it is first pressed: with a menu in each row a list costs a tenth more, and few are ever opened.
 */
export function QuickActions({ device, user, className }: QuickActionsProps) {
  const [parts, setParts] = useState<Awaited<ReturnType<typeof fetchMenu>>>();
  const { failed } = useToast();
  const open = () => {
    fetchMenu().then(setParts, (thrown: unknown) => failed(thrown, NOT_LOADED));
  };
  if (parts) return <parts.QuickActionsMenu device={device} user={user} className={className} />;
  return (
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
}

/** Preloads the menu for the first press on any row. A failure shows when the menu is needed. */
export function fetchQuickActions(): void {
  fetchMenu().catch(() => undefined);
}
