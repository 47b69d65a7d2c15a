import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import type { UserAccount } from '@repairline/contracts/identity/views';
import { useState } from 'react';
import { useResetPasswordMutation } from './admin-api';
import { MessageDialog } from '../../components/dialogs/message-dialog';
import { useExactText } from '../../components/time/district-zone';
import { useToast } from '../../components/toasts/use-toast';

const useStyles = makeStyles({ password: { fontFamily: tokens.fontFamilyMonospace } });

/** Asks, then shows the password once; from then on it closes only by its button. */
export function ResetPasswordDialog({ account, onClose }: { account: UserAccount; onClose: () => void }) {
  const [resetPassword, { isLoading }] = useResetPasswordMutation();
  const [given, setGiven] = useState<{ password: string; until: string }>();
  const { failed } = useToast();
  const person = account.name || account.email;
  const reset = async () => {
    try {
      setGiven(await resetPassword(account.id).unwrap());
    } catch (thrown) {
      failed(thrown, 'Failed to reset the password');
    }
  };
  if (given) return <GivenPassword {...given} person={person} onClose={onClose} />;
  return (
    <MessageDialog
      alert
      title={`Reset the password of ${person}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button appearance="primary" disabledFocusable={isLoading} onClick={() => void reset()}>
            {isLoading ? 'Resetting...' : 'Reset password'}
          </Button>
        </>
      }
    >
      They are signed out everywhere, and their password no longer works. You get one to tell them: it is good once, to
      choose their own. Their API tokens go on working.
    </MessageDialog>
  );
}

interface GivenPasswordProps {
  person: string;
  password: string;
  until: string;
  onClose: () => void;
}

function GivenPassword({ person, password, until, onClose }: GivenPasswordProps) {
  const styles = useStyles();
  const lastMoment = useExactText(new Date(until));
  return (
    <MessageDialog
      alert
      title={`A password for ${person}`}
      actions={
        <Button appearance="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Field label="Good once" hint={`Tell them now: it is not shown again. It works until ${lastMoment}.`}>
        <Input className={styles.password} readOnly value={password} />
      </Field>
    </MessageDialog>
  );
}
