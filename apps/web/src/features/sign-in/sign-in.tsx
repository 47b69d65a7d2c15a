import { Button, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { credentials, firstSignIn } from '@repairline/contracts/identity/requests';
import { pendingApprovalBody } from '@repairline/contracts/http/bodies';
import { useState, type FormEvent } from 'react';
import { useDistrictQuery, useSignInMutation } from '../../api/calls/account';
import { isCallError, messageOf } from '../../api/call-error';
import { TextField, type FieldProps } from '../../components/forms/fields';
import { PasswordField } from '../../components/forms/password-field';
import { useForm } from '../../components/forms/use-form';
import { ChoosePassword } from './choose-password';
import { PendingApproval } from './pending-approval';
import { SignInError } from './sign-in-error';
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
  first: { justifySelf: 'start', minWidth: 0, paddingLeft: 0, paddingRight: 0 },
});

type Typed = Record<'email' | 'password' | 'repeated', string>;

/** What stands in place of the form. */
type Next =
  { pending: { email: string; approvalCode?: string | undefined } } | { oneTime: { email: string; password: string } };

/** `endedFor` is the id of the person whose sign-in ended while they used the page, if any. */
export function SignIn({ endedFor }: { endedFor: string | undefined }) {
  const styles = useStyles();
  const [signIn] = useSignInMutation();
  const [failure, setFailure] = useState<unknown>();
  const [next, setNext] = useState<Next>();
  const [isFirst, setIsFirst] = useState(false);

  const form = useForm({
    schema: isFirst ? firstSignIn : credentials,
    initial: { email: '', password: '', repeated: '' },
    onSubmit: async ({ email, password }) => void (await signIn({ email, password, withApprovalCode: true }).unwrap()),
    onFail(thrown) {
      const body = isCallError(thrown) ? thrown.body : undefined;
      const pending = pendingApprovalBody.safeParse(body);
      if (pending.success) setNext({ pending: pending.data });
      else if (body?.type === 'password_change_required') setNext({ oneTime: credentials.parse(form.values) });
      else setFailure(thrown);
    },
  });

  useSignInElsewhere(form.pending);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    setFailure(undefined);
    void form.submit(event);
  };
  const back = () => setNext(undefined);

  if (next && 'pending' in next) return <PendingApproval {...next.pending} onBack={back} />;
  if (next) return <ChoosePassword {...next.oneTime} onBack={back} />;
  return (
    <SignedOutPage title="Sign in to Repairline" lead="Device repairs, from intake to done.">
      <form className={styles.form} onSubmit={submit} noValidate>
        {endedFor && !failure && (
          <MessageBar intent="warning" layout="multiline">
            <MessageBarBody>You have been signed out. Sign in again to continue where you left off.</MessageBarBody>
          </MessageBar>
        )}
        {failure !== undefined && <Failure failure={failure} helpClass={styles.help} />}
        <TextField form={form} name="email" label="Email" type="email" autoComplete="username" required autoFocus />
        <Passwords form={form} isFirst={isFirst} />
        <Button className={styles.submit} type="submit" appearance="primary" disabledFocusable={form.pending}>
          {form.pending ? 'Signing in...' : 'Sign In'}
        </Button>
        <Button className={styles.first} appearance="transparent" size="small" onClick={() => setIsFirst(!isFirst)}>
          {isFirst ? 'I have an account' : 'First time here?'}
        </Button>
        <SchoolEmailHelp className={styles.help} />
      </form>
    </SignedOutPage>
  );
}

function Failure({ failure, helpClass }: { failure: unknown; helpClass: string }) {
  return (
    <>
      <SignInError message={messageOf(failure, 'Login failed')} />
      {isCallError(failure) && failure.body?.type === 'invalid_credentials' && (
        <p className={helpClass}>
          Forgot it, or never chose one here? An admin can reset it, or remove an account that somebody else has made
          with your email.
        </p>
      )}
    </>
  );
}

function Passwords({ form, isFirst }: { form: FieldProps<Typed>['form']; isFirst: boolean }) {
  return (
    <>
      <PasswordField
        form={form}
        name="password"
        label="Password"
        hint={isFirst ? 'At least 8 characters' : undefined}
        autoComplete={isFirst ? 'new-password' : 'current-password'}
        required
      />
      {isFirst && (
        <PasswordField
          form={form}
          name="repeated"
          label="Repeat password"
          hint="Signing in makes your account with this password. An admin then approves it."
          autoComplete="new-password"
          required
        />
      )}
    </>
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
