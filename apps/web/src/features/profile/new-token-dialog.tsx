import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { Copy20Regular } from '@fluentui/react-icons/svg/copy';
import { useRef } from 'react';
import type { NewApiToken } from './profile-api';
import { MessageDialog } from '../../components/dialogs/message-dialog';
import { useToast } from '../../components/toasts/use-toast';

const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  token: { flexGrow: 1, minWidth: '200px', fontFamily: tokens.fontFamilyMonospace },
});

/** Closes only by its button: the token is never shown again. */
export function NewTokenDialog({ made, onClose }: { made: NewApiToken; onClose: () => void }) {
  const styles = useStyles();
  const input = useRef<HTMLInputElement>(null);
  const { toast } = useToast();
  const copy = async () => {
    input.current?.select();
    try {
      await navigator.clipboard.writeText(made.token);
      toast('Token copied');
    } catch {
      // Without https, browsers refuse to copy; the token is selected, so that the keyboard can copy it.
      toast('Press Ctrl+C to copy the token');
    }
  };
  return (
    <MessageDialog
      alert
      title={`“${made.name}” is ready`}
      actions={
        <Button appearance="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Field label="Token" hint="Copy it now. It is not shown again.">
        <div className={styles.line}>
          <Input className={styles.token} ref={input} readOnly value={made.token} aria-label="Token" />
          <Button icon={<Copy20Regular />} onClick={() => void copy()}>
            Copy
          </Button>
        </div>
      </Field>
    </MessageDialog>
  );
}
