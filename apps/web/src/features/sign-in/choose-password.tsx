import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ownPassword } from '@repairline/contracts/identity/requests';
import { useState, type FormEvent } from 'react';
import { useSignInMutation } from '../../api/calls/account';
import { messageOf } from '../../api/call-error';
import { useDocumentTitle } from '../../components/page/page';
import { NewPassword } from '../../components/forms/password-field';
import { useForm } from '../../components/forms/use-form';
import { SignInError } from './sign-in-error';
import { SignedOutPage } from './signed-out-page';

const TITLE = 'Choose your own password';

const useStyles = makeStyles({
  form: { display: 'grid', gap: tokens.spacingVerticalL },
  submit: { minHeight: '40px' },
});

interface ChoosePasswordProps {
  email: string;
  /** The one-time password that somebody gave this person. */
  password: string;
  onBack: () => void;
}

export function ChoosePassword({ email, password, onBack }: ChoosePasswordProps) {
  const styles = useStyles();
  useDocumentTitle(TITLE);
  const [signIn] = useSignInMutation();
  const [failure, setFailure] = useState<unknown>();
  const form = useForm({
    schema: ownPassword,
    initial: { password, newPassword: '', repeated: '' },
    onSubmit: async ({ newPassword }) => void (await signIn({ email, password, newPassword }).unwrap()),
    onFail: setFailure,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    setFailure(undefined);
    void form.submit(event);
  };
  return (
    <SignedOutPage next title={TITLE} lead="The password you were given is good once. Choose one that only you know.">
      <form className={styles.form} onSubmit={submit} noValidate>
        {failure !== undefined && <SignInError message={messageOf(failure, 'Login failed')} />}
        {/* Tells a password manager whose password this is. */}
        <input hidden readOnly type="email" autoComplete="username" value={email} />
        <NewPassword form={form} />
        <Button className={styles.submit} type="submit" appearance="primary" disabledFocusable={form.pending}>
          {form.pending ? 'Signing in...' : 'Save and sign in'}
        </Button>
        <Button onClick={onBack}>Back to Login</Button>
      </form>
    </SignedOutPage>
  );
}
