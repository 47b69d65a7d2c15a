import {
  Button,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useRef, type ReactNode } from 'react';
import { DialogFrame } from './dialog-frame';
import { useDialogStyles } from './dialog-styles';
import { heldTyping } from '../forms/typed-ahead';
import type { SentForm } from '../forms/use-form';

interface FormDialogProps {
  title: string;
  submit: string;
  pendingSubmit: string;
  form: SentForm;
  /** Begins at the title, so that a stray scan changes nothing. */
  beginsAtTitle?: boolean;
  /** Disables the submit button while the form cannot be sent. */
  blocked?: boolean;
  onClose: () => void;
  children: ReactNode;
}

const useStyles = makeStyles({
  content: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalM,
    paddingTop: tokens.spacingVerticalS,
    alignContent: 'start',
    // When the content is too high, the form scrolls and its rows keep their height.
    gridAutoRows: 'max-content',
  },
  actions: { paddingTop: tokens.spacingVerticalS },
});

/**
 * By then the library has focused the first element, which may be a tab. In a field that a scanner fills, the text is
 * selected, so that the scanned number replaces it, and so does one that was scanned while the dialog was opening.
 */
function beginAt(element: HTMLElement | null | undefined): void {
  element?.focus();
  if (element instanceof HTMLInputElement && element.matches('[data-scanned]')) element.select();
  typeText(heldTyping());
}

/** Escape and Cancel close the dialog; a click outside does not, because it is usually a slip. */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, pendingSubmit, form, beginsAtTitle, blocked, onClose, children } = props;
  const styles = useStyles();
  const dialog = useDialogStyles();
  const element = useRef<HTMLFormElement>(null);
  const first = beginsAtTitle ? 'h2' : 'input, select, textarea';
  useEffect(() => beginAt(element.current?.querySelector<HTMLElement>(first)), [first]);
  const leave = () => {
    form.leave();
    onClose();
  };
  return (
    <DialogFrame className={dialog.surface} outlastsClicks onClose={leave}>
      <form ref={element} onSubmit={(event) => void form.submit(event)} noValidate>
        <DialogBody className={dialog.body}>
          <DialogTitle tabIndex={beginsAtTitle ? -1 : undefined}>{title}</DialogTitle>
          <DialogContent className={styles.content}>{children}</DialogContent>
          <DialogActions fluid className={styles.actions}>
            <Button onClick={leave}>Cancel</Button>
            <Button type="submit" appearance="primary" disabled={blocked} disabledFocusable={form.pending}>
              {form.pending ? pendingSubmit : submit}
            </Button>
          </DialogActions>
        </DialogBody>
      </form>
    </DialogFrame>
  );
}

/** Types the text where the focus is, as a keyboard would: an Enter moves on to the next field of a scanned one. */
function typeText(text: string): void {
  for (const part of text.split(/(\n)/u)) {
    if (part === '\n') pressEnter();
    else if (part !== '') type(part);
  }
}

function type(text: string): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? field.value.length, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}

function pressEnter(): void {
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
  );
}
