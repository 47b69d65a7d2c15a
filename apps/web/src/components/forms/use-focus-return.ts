import { useEffect, useRef, useState } from 'react';
import { rememberedFocus } from '../focus-memory';

/** Gives the focus back to what had it before a dialog opened, once the dialog has gone. */
export function useFocusReturn(): void {
  const [before] = useState(rememberedFocus);
  const pending = useRef<number>(undefined);
  useEffect(() => {
    cancelAnimationFrame(pending.current ?? 0);
    return () => {
      pending.current = requestAnimationFrame(() => {
        if (before?.isConnected && !document.querySelector('[aria-modal="true"]')) before.focus();
      });
    };
  }, [before]);
}
