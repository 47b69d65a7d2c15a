import { useEffect, useLayoutEffect, useRef, useState, type ComponentProps } from 'react';
import { rememberedFocus } from '../input/focus-memory';
import { Dialog, DialogSurface, motionTokens, type DialogProps } from '@fluentui/react-components';

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

/** When a dialog is gone, returns the focus to the element that had it before. */
export function useFocusReturn(): void {
  const [before] = useState(rememberedFocus);
  const pending = useRef<number>(undefined);
  useEffect(() => {
    cancelAnimationFrame(pending.current ?? 0);
    return () => {
      pending.current = requestAnimationFrame(() => {
        if (before?.isConnected && !document.querySelector('[aria-modal="true"]'))
          before.focus({ preventScroll: true });
      });
    };
  }, [before]);
}

interface CloseWatcher {
  onclose: (() => void) | null;
  destroy(): void;
}

/**
 * On phones with a back gesture or button, going back closes what is open instead of leaving the page, in browsers that
 * support it: https://html.spec.whatwg.org/multipage/interaction.html#close-requests
 */
export function useCloseOnBack(close: (() => void) | undefined): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  // At once: in the moment until an effect, what has just been replaced would still be closed, and Escape is a request.
  useLayoutEffect(() => {
    const { CloseWatcher } = window as { CloseWatcher?: new () => CloseWatcher };
    if (!CloseWatcher) return;
    const watcher = new CloseWatcher();
    watcher.onclose = () => latest.current?.();
    return () => watcher.destroy();
  }, []);
}
