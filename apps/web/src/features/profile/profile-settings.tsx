import { Button, Field, Input } from '@fluentui/react-components';
import { displayName } from '@repairline/contracts/identity/requests';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { FormEvent } from 'react';
import { accountApi } from '../../api/calls/account';
import { TextField } from '../../components/forms/fields';
import { useForm } from '../../components/forms/use-form';
import { Page, PageHead } from '../../components/page/page';
import { Panel } from '../../components/page/panel';
import { useToast } from '../../components/toasts/use-toast';
import { ApiTokens } from './api-tokens';
import { ChangePassword } from './change-password';
import { usePanelStyles } from './panel-styles';
import { useRenameSelfMutation } from './profile-api';
import { SignIns } from './sign-ins';

export function ProfileSettings({ user }: { user: SignedInUser }) {
  return (
    <Page title="Profile Settings">
      <PageHead title="Profile Settings" />
      <ProfileForm user={user} />
      <ChangePassword />
      <SignIns />
      <ApiTokens />
    </Page>
  );
}

function ProfileForm({ user }: { user: SignedInUser }) {
  const styles = usePanelStyles();
  const [renameSelf] = useRenameSelfMutation();
  const [readUser] = accountApi.useLazyCurrentUserQuery();
  const { toast, failed } = useToast();
  const form = useForm({
    schema: displayName,
    initial: { name: user.name },
    draft: 'profile',
    reread: async () => ({ name: (await readUser().unwrap())?.name ?? '' }),
    async onSubmit(typed) {
      await renameSelf({ ...typed, expected: { name: user.name } }).unwrap();
      toast('Profile updated successfully');
    },
    onFail: (thrown) => failed(thrown, 'Failed to update profile'),
  });
  const name = form.values.name.trim();
  const nothingToSave = name === '' || name === user.name;
  const emptied = name === '' && user.name !== '';
  const shown = emptied ? { ...form, errors: { name: 'Name cannot be empty' } } : form;
  // A disabled button that keeps the focus still submits the form.
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (nothingToSave) event.preventDefault();
    else void form.submit(event);
  };
  return (
    <Panel className={styles.panel} aria-label="Your profile">
      <form className={styles.form} onSubmit={submit} noValidate>
        <Field label="Email" hint="Email cannot be changed">
          <Input readOnly appearance="filled-darker" value={user.email} />
        </Field>
        <TextField form={shown} name="name" label="Display Name" required autoComplete="name" />
        <Field label="Role" hint="Contact an administrator to change your role">
          <Input readOnly appearance="filled-darker" value={user.role} />
        </Field>
        <Button
          className={styles.save}
          type="submit"
          appearance="primary"
          disabledFocusable={nothingToSave || form.pending}
        >
          {form.pending ? 'Saving...' : 'Save Changes'}
        </Button>
      </form>
    </Panel>
  );
}
