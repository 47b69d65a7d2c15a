import { DialogActions, DialogBody, DialogContent, DialogTitle } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { DialogFrame } from './dialog-frame';

interface MessageDialogProps {
  title: string;
  /** The buttons; the one that leaves without doing anything comes first. */
  actions: ReactNode;
  /** Without it, only the buttons close the dialog. */
  onClose?: () => void;
  /** Requires an answer: a click outside does not close it. */
  alert?: boolean;
  children: ReactNode;
}

/** Shows a message and asks what to do about it. Forms have a dialog of their own. */
export function MessageDialog({ title, actions, onClose, alert = false, children }: MessageDialogProps) {
  return (
    <DialogFrame onClose={onClose} modalType={alert ? 'alert' : 'modal'}>
      <DialogBody>
        <DialogTitle>{title}</DialogTitle>
        <DialogContent>{children}</DialogContent>
        <DialogActions fluid>{actions}</DialogActions>
      </DialogBody>
    </DialogFrame>
  );
}
