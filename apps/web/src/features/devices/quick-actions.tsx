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

/**
 * A button until it is first pressed: with a menu in each row a list costs a tenth more, and hardly any is ever opened. What
 * the menu is made of is fetched when a press is likely.
 */
export function QuickActions({ device, user, className }: QuickActionsProps) {
  const [isWanted, setWanted] = useState(false);
  const open = () => setWanted(true);
  const button = (
    <QuickActionsButton
      of={device.barcodeNumber}
      className={className}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
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

/** A failure shows when it is needed. */
function fetchAhead(): void {
  fetchMenu().catch(() => undefined);
}
