import { Button, type ButtonProps } from '@fluentui/react-components';
import { MoreHorizontal20Regular } from '@fluentui/react-icons/svg/more-horizontal';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { useState } from 'react';
import { latePart, NOT_LOADED } from '../../components/late/late-part';
import { useToast } from '../../components/toasts/use-toast';
import { tooltip } from '../../components/tooltip/tooltip';

const RowMenu = latePart(() => import('./row-menu').then((module) => module.RowMenu));

/** Preloads the menu for the first press on any row. A failure shows when the menu is needed. */
export function fetchRowMenu(): void {
  RowMenu.load().catch(() => undefined);
}

interface QuickActionsProps {
  device: Device;
  user: SignedInUser;
  className: string;
}

/**
 * A plain button until it is first pressed: with a menu in each row a list costs a tenth more, and few are ever opened.
 */
export function QuickActions({ device, user, className }: QuickActionsProps) {
  const [isOpen, setOpen] = useState(false);
  const { failed } = useToast();
  const name = { of: device.barcodeNumber, className };
  const open = () => {
    RowMenu.load().then(
      () => setOpen(true),
      (thrown: unknown) => failed(thrown, NOT_LOADED),
    );
  };
  // The button takes the focus, so that Escape closes the menu even before the menu has it.
  if (isOpen) return <RowMenu device={device} user={user} button={<QuickActionsButton {...name} autoFocus />} />;
  return (
    <QuickActionsButton
      {...name}
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

function QuickActionsButton({ of, ...props }: ButtonProps & { of: string }) {
  return (
    <Button
      appearance="subtle"
      icon={<MoreHorizontal20Regular />}
      aria-label={`Quick actions for ${of}`}
      {...tooltip('Quick actions')}
      {...props}
    />
  );
}
