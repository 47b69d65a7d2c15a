import { Button } from '@fluentui/react-components';
import { ownPassword } from '@repairline/contracts/identity/requests';
import { useChangePasswordMutation } from './profile-api';
import { NewPassword, PasswordField } from '../../components/forms/password-field';
import { useForm } from '../../components/forms/use-form';
import { Panel } from '../../components/page/panel';
import { useToast } from '../../components/toasts/use-toast';
import { usePanelStyles } from './panel-styles';

export function ChangePassword() {
  const styles = usePanelStyles();
  const [changePassword] = useChangePasswordMutation();
  const { toast, failed } = useToast();
  const form = useForm({
    schema: ownPassword,
    initial: { password: '', newPassword: '', repeated: '' },
    async onSubmit({ password, newPassword }) {
      await changePassword({ password, newPassword }).unwrap();
      toast('Password changed. Your other sign-ins have ended.');
    },
    onFail: (thrown) => failed(thrown, 'Failed to change the password'),
  });
  return (
    <Panel className={styles.panel} aria-label="Password">
      <form className={styles.form} onSubmit={(event) => void form.submit(event)} noValidate>
        <h2 className={styles.title}>Password</h2>
        <PasswordField form={form} name="password" label="Current password" autoComplete="current-password" required />
        <NewPassword form={form} />
        <Button className={styles.save} type="submit" disabledFocusable={form.pending}>
          {form.pending ? 'Changing...' : 'Change password'}
        </Button>
      </form>
    </Panel>
  );
}
