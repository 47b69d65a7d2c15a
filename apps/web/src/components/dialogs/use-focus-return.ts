import { useEffect, useRef, useState } from 'react';
import { rememberedFocus } from '../focus-memory';

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
