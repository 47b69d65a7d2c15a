import { Dialog, DialogSurface, motionTokens, type DialogProps } from '@fluentui/react-components';
import type { ComponentProps } from 'react';
import { useCloseOnBack } from './use-close-on-back';
import { useFocusReturn } from './use-focus-return';

// The library's own motion takes longer than the 200 ms of everything else.
const motion = { duration: motionTokens.durationNormal };

interface DialogFrameProps extends ComponentProps<typeof DialogSurface>, Pick<DialogProps, 'modalType'> {
  /** Without it, only what the dialog contains closes it. */
  onClose: (() => void) | undefined;
  /** Whether a click outside leaves the dialog open. */
  outlastsClicks?: boolean;
}

/** What all dialogs have in common: how they appear, what closes them, and where the focus goes then. */
export function DialogFrame({ onClose, outlastsClicks = false, modalType, children, ...surface }: DialogFrameProps) {
  useFocusReturn();
  useCloseOnBack(onClose);
  return (
    <Dialog
      open
      surfaceMotion={motion}
      modalType={modalType}
      onOpenChange={(_, { open, type }) => {
        if (!open && !(outlastsClicks && type === 'backdropClick')) onClose?.();
      }}
    >
      <DialogSurface backdropMotion={motion} {...surface}>
        {children}
      </DialogSurface>
    </Dialog>
  );
}
