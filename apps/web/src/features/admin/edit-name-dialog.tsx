import { displayName } from '@repairline/contracts/identity/requests';
import type { UserAccount } from '@repairline/contracts/identity/views';
import { useLazyUserAccountsQuery, useRenameUserMutation } from './admin-api';
import { TextField } from '../../components/forms/fields';
import { FormDialog } from '../../components/dialogs/form-dialog';
import { useForm } from '../../components/forms/use-form';
import { useToast } from '../../components/toasts/use-toast';

export function EditNameDialog({ account, onClose }: { account: UserAccount; onClose: () => void }) {
  const [renameUser] = useRenameUserMutation();
  const [readAccounts] = useLazyUserAccountsQuery();
  const { toast, failed } = useToast();
  const form = useForm({
    schema: displayName,
    initial: { name: account.name },
    draft: `rename ${account.id}`,
    draftUntil: 'left',
    async reread() {
      const accounts = await readAccounts().unwrap();
      return { name: accounts.find(({ id }) => id === account.id)?.name ?? '' };
    },
    async onSubmit({ name }) {
      await renameUser({ userId: account.id, name, expected: { name: account.name } }).unwrap();
      toast('User name updated successfully');
    },
    onSent: onClose,
    onFail: (thrown) => failed(thrown, 'Failed to update user name'),
  });
  return (
    <FormDialog
      title="Edit User Name"
      submit="Save"
      pendingSubmit="Saving..."
      form={form}
      blocked={form.values.name.trim() === ''}
      onClose={onClose}
    >
      <TextField form={form} name="name" label="Name" hint={account.email} required autoFocus />
    </FormDialog>
  );
}
