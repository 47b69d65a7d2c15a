import { Button, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { credentials } from '@repairline/contracts/identity/commands';
import { pendingApprovalBody } from '@repairline/contracts/http/bodies';
import { useState, type FormEvent } from 'react';
import { useDistrictQuery, useSignInMutation } from '../../api/account';
import { isCallError, messageOf } from '../../api/call-error';
import { TextField } from '../../components/forms/fields';
import { useForm } from '../../components/forms/use-form';
import { PendingApproval } from './pending-approval';
import { SignedOutPage } from './signed-out-page';
import { useSignInElsewhere } from './use-sign-in-elsewhere';

const useStyles = makeStyles({
  form: { display: 'grid', gap: tokens.spacingVerticalL },
  submit: { minHeight: '40px' },
  help: {
    margin: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
});

/** `endedFor` is the id of the person whose sign-in ended while they used the page, if any. */
export function SignIn({ endedFor }: { endedFor: string | undefined }) {
  const styles = useStyles();
  const [signIn] = useSignInMutation();
  const [failure, setFailure] = useState<string>();
  const [pendingEmail, setPendingEmail] = useState<string>();

  const form = useForm({
    schema: credentials,
    initial: { email: '', password: '' },
    onSubmit: async (typed) => void (await signIn(typed).unwrap()),
    onFail(thrown) {
      const pending = pendingApprovalBody.safeParse(isCallError(thrown) ? thrown.body : undefined);
      if (pending.success) setPendingEmail(pending.data.email);
      else setFailure(messageOf(thrown, 'Login failed'));
    },
  });

  useSignInElsewhere(form.pending);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    setFailure(undefined);
    void form.submit(event);
  };

  if (pendingEmail !== undefined) {
    return <PendingApproval email={pendingEmail} onBack={() => setPendingEmail(undefined)} />;
  }
  return (
    <SignedOutPage title="Sign in to Repairline" lead="Device repairs, from intake to done.">
      <form className={styles.form} onSubmit={submit} noValidate>
        {endedFor && !failure && (
          <MessageBar intent="warning" layout="multiline">
            <MessageBarBody>You have been signed out. Sign in again to continue where you left off.</MessageBarBody>
          </MessageBar>
        )}
        {failure && (
          <div role="alert">
            <MessageBar intent="error" layout="multiline" politeness="polite">
              <MessageBarBody>{failure}</MessageBarBody>
            </MessageBar>
          </div>
        )}
        <TextField form={form} name="email" label="Email" type="email" autoComplete="username" required autoFocus />
        <TextField
          form={form}
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Button className={styles.submit} type="submit" appearance="primary" disabledFocusable={form.pending}>
          {form.pending ? 'Signing in...' : 'Sign In'}
        </Button>
        <SchoolEmailHelp className={styles.help} />
      </form>
    </SignedOutPage>
  );
}

function SchoolEmailHelp({ className }: { className: string }) {
  const { data: district } = useDistrictQuery();
  const domains = district?.emailDomains.map((domain) => `@${domain}`).join(', ');
  return (
    <p className={className}>
      Use your school email. Only the school's email domain{domains ? ` (${domains})` : ''} is allowed.
    </p>
  );
}
