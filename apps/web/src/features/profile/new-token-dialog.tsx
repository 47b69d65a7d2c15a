import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { CopyRegular } from '@fluentui/react-icons';
import { useRef } from 'react';
import type { NewApiToken } from '../../api/api-tokens';
import { useFocusReturn } from '../../components/forms/use-focus-return';
import { useToast } from '../../components/toasts/use-toast';

const useStyles = makeStyles({
  content: { display: 'grid', gap: tokens.spacingVerticalM },
  line: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  token: { flexGrow: 1, minWidth: '200px', fontFamily: tokens.fontFamilyMonospace },
  action: { '@media (pointer: coarse)': { minHeight: '44px' } },
});

/** Stays open until it is left on purpose: what it shows is never shown again. */
export function NewTokenDialog({ made, onClose }: { made: NewApiToken; onClose: () => void }) {
  const styles = useStyles();
  const input = useRef<HTMLInputElement>(null);
  const { toast } = useToast();
  useFocusReturn();
  const copy = async () => {
    input.current?.select();
    try {
      await navigator.clipboard.writeText(made.token);
      toast('Token copied');
    } catch {
      // Browsers refuse outside https; the token is selected, and the keyboard copies it.
      toast('Press Ctrl+C to copy the token');
    }
  };
  return (
    <Dialog open modalType="alert" onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>“{made.name}” is ready</DialogTitle>
          <DialogContent className={styles.content}>
            <Field label="Token" hint="Copy it now. It is not shown again.">
              <div className={styles.line}>
                <Input className={styles.token} ref={input} readOnly value={made.token} aria-label="Token" />
                <Button className={styles.action} icon={<CopyRegular />} onClick={() => void copy()}>
                  Copy
                </Button>
              </div>
            </Field>
          </DialogContent>
          <DialogActions>
            <Button className={styles.action} appearance="primary" onClick={onClose}>
              Done
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
