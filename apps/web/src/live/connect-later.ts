import type { LiveEvents } from './live-connection';

const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 15_000;

/**
 * Connects once the socket's code is there, which is fetched after the screen it keeps up to date. While it cannot be
 * fetched, the connection counts as lost and the code is asked for again; where the browser remembers the failure, that
 * reloads the page (`reloadOnMissingChunk`). Returns a function that ends it.
 */
export function connectLater(url: string, events: LiveEvents): () => void {
  let end: (() => void) | undefined;
  let ended = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const attempt = () => {
    stopWaiting();
    import('./live-connection').then(
      ({ connectLive }) => {
        if (!ended) end = connectLive(url, events);
      },
      () => {
        if (!ended) wait();
      },
    );
  };

  const wait = () => {
    events.onLost();
    const longest = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
    failures += 1;
    retry = setTimeout(attempt, longest * (0.5 + Math.random() / 2));
    addEventListener('online', attempt);
  };

  const stopWaiting = () => {
    clearTimeout(retry);
    removeEventListener('online', attempt);
  };

  attempt();
  return () => {
    ended = true;
    stopWaiting();
    end?.();
  };
}
