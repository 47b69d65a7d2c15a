import { useEffect, useLayoutEffect, useRef } from 'react';

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
