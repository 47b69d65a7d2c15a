import { Button } from '@fluentui/react-components';
import type { UserAccount } from '@repairline/contracts/identity/views';
import { useRemoveUserMutation } from './admin-api';
import { MessageDialog } from '../../components/dialogs/message-dialog';
import { useToast } from '../../components/toasts/use-toast';

export function RemoveAccountDialog({ account, onClose }: { account: UserAccount; onClose: () => void }) {
  const [removeUser, { isLoading }] = useRemoveUserMutation();
  const { toast, failed } = useToast();
  const remove = async () => {
    try {
      await removeUser(account.id).unwrap();
      toast('Account removed');
      onClose();
    } catch (thrown) {
      failed(thrown, 'Failed to remove the account');
    }
  };
  return (
    <MessageDialog
      alert
      title={`Remove the account of ${account.email}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button appearance="primary" disabledFocusable={isLoading} onClick={() => void remove()}>
            {isLoading ? 'Removing...' : 'Remove account'}
          </Button>
        </>
      }
    >
      Its password goes with it. Whoever signs in next with this email makes the account anew, with a password and a
      code of their own.
    </MessageDialog>
  );
}
