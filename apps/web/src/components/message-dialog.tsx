import {
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useFocusReturn } from './forms/use-focus-return';
import { dialogMotion } from './motion';
import { useCloseOnBack } from './use-close-on-back';

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
  useFocusReturn();
  useCloseOnBack(onClose);
  return (
    <Dialog
      open
      surfaceMotion={dialogMotion}
      modalType={alert ? 'alert' : 'modal'}
      onOpenChange={(_, { open }) => !open && onClose?.()}
    >
      <DialogSurface backdropMotion={dialogMotion}>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          <DialogContent>{children}</DialogContent>
          <DialogActions fluid>{actions}</DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
