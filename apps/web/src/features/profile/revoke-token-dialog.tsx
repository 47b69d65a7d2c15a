import { Button } from '@fluentui/react-components';
import type { ApiToken } from '@repairline/contracts/identity/views';
import { useRevokeApiTokenMutation } from './profile-api';
import { MessageDialog } from '../../components/dialogs/message-dialog';
import { useToast } from '../../components/toasts/use-toast';

export function RevokeTokenDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const [revokeToken, { isLoading }] = useRevokeApiTokenMutation();
  const { toast, failed } = useToast();
  const revoke = async () => {
    try {
      await revokeToken(token).unwrap();
      toast('Token revoked');
      onClose();
    } catch (thrown) {
      failed(thrown, 'Failed to revoke the token');
    }
  };
  return (
    <MessageDialog
      alert
      title={`Revoke “${token.name}”?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button appearance="primary" disabledFocusable={isLoading} onClick={() => void revoke()}>
            {isLoading ? 'Revoking...' : 'Revoke token'}
          </Button>
        </>
      }
    >
      Scripts that use this token will be refused. This cannot be undone.
    </MessageDialog>
  );
}
