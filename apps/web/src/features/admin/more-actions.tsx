import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { Delete20Regular } from '@fluentui/react-icons/svg/delete';
import { Key20Regular } from '@fluentui/react-icons/svg/key';
import { MoreHorizontal20Regular } from '@fluentui/react-icons/svg/more-horizontal';
import type { UserAccount } from '@repairline/contracts/identity/views';
import { useState } from 'react';
import { lateDialog } from '../../components/late/late-part';
import { menuProps } from '../../components/lists/menu-props';
import { tooltip } from '../../components/tooltip/tooltip';

const ResetPasswordDialog = lateDialog(() =>
  import('./reset-password-dialog').then(({ ResetPasswordDialog }) => ResetPasswordDialog),
);
const RemoveAccountDialog = lateDialog(() =>
  import('./remove-account-dialog').then(({ RemoveAccountDialog }) => RemoveAccountDialog),
);

/** What is rarely done with another person's account: a reset of the password, or removing an account never approved. */
export function MoreActions({ account }: { account: UserAccount }) {
  const [asked, setAsked] = useState<'reset' | 'remove'>();
  const close = () => setAsked(undefined);
  return (
    <>
      <Menu {...menuProps}>
        <MenuTrigger disableButtonEnhancement>
          <Button
            size="small"
            appearance="subtle"
            icon={<MoreHorizontal20Regular />}
            aria-label={`More actions for ${account.name || account.email}`}
            {...tooltip('More actions')}
          />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {account.approved ? (
              <MenuItem icon={<Key20Regular />} onClick={() => setAsked('reset')}>
                Reset password
              </MenuItem>
            ) : (
              <MenuItem icon={<Delete20Regular />} onClick={() => setAsked('remove')}>
                Remove account
              </MenuItem>
            )}
          </MenuList>
        </MenuPopover>
      </Menu>
      {asked === 'reset' && <ResetPasswordDialog account={account} onClose={close} />}
      {asked === 'remove' && <RemoveAccountDialog account={account} onClose={close} />}
    </>
  );
}
