import { useEffect, useRef } from 'react';

interface CloseWatcher {
  onclose: (() => void) | null;
  destroy(): void;
}

/**
 * Where a phone has a gesture or a button that goes back, it closes what is open rather than leaves the page. For browsers that
 * tell of it: https://html.spec.whatwg.org/multipage/interaction.html#close-requests
 */
export function useBackCloses(close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    const { CloseWatcher } = window as { CloseWatcher?: new () => CloseWatcher };
    if (!CloseWatcher) return;
    const watcher = new CloseWatcher();
    watcher.onclose = () => latest.current();
    return () => watcher.destroy();
  }, []);
}
