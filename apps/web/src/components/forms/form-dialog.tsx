import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { useFocusReturn } from './use-focus-return';

interface FormDialogProps {
  title: string;
  submit: string;
  pendingSubmit: string;
  pending: boolean;
  /** Keeps the submit button from being pressed while the form cannot be sent. */
  blocked?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
}

const useStyles = makeStyles({
  surface: {
    '@media (max-width: 767px)': { maxHeight: '100dvh', padding: tokens.spacingHorizontalL },
  },
  content: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalM,
    paddingTop: tokens.spacingVerticalS,
    alignContent: 'start',
  },
  action: { '@media (pointer: coarse)': { minHeight: '44px' } },
});

/** Escape and Cancel leave; a click beside the dialog does not, for it is most often a slip. */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, pendingSubmit, pending, blocked, onSubmit, onClose, children } = props;
  const styles = useStyles();
  const form = useRef<HTMLFormElement>(null);
  useFocusReturn();
  // The library has by now given the focus to whatever comes first, which may be a tab.
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), []);
  return (
    <Dialog
      open
      onOpenChange={(_, change) => {
        if (!change.open && change.type !== 'backdropClick') onClose();
      }}
    >
      <DialogSurface className={styles.surface}>
        <form ref={form} onSubmit={onSubmit} noValidate>
          <DialogBody>
            <DialogTitle>{title}</DialogTitle>
            <DialogContent className={styles.content}>{children}</DialogContent>
            <DialogActions fluid>
              <Button className={styles.action} onClick={onClose}>
                Cancel
              </Button>
              <Button className={styles.action} type="submit" appearance="primary" disabled={blocked || pending}>
                {pending ? pendingSubmit : submit}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}
