import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import type { ApiToken } from '@repairline/contracts/identity/views';
import { useRevokeApiTokenMutation } from '../../api/api-tokens';
import { useFocusReturn } from '../../components/forms/use-focus-return';
import { useToast } from '../../components/toasts/use-toast';

export function RevokeTokenDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const [revokeToken, { isLoading }] = useRevokeApiTokenMutation();
  const { toast, failed } = useToast();
  useFocusReturn();
  const revoke = async () => {
    try {
      await revokeToken(token.id).unwrap();
      toast('Token revoked');
      onClose();
    } catch (thrown) {
      failed(thrown, 'Failed to revoke the token');
    }
  };
  return (
    <Dialog open modalType="alert" onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>Revoke “{token.name}”?</DialogTitle>
          <DialogContent>Scripts that use it are refused from now on. This cannot be undone.</DialogContent>
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button appearance="primary" disabled={isLoading} onClick={() => void revoke()}>
              {isLoading ? 'Revoking...' : 'Revoke token'}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
