import type { LiveEvents } from './live-connection';
import { pauseBeforeRetry } from './retries';

const FIRST_RETRY_MS = 2_000;

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
    retry = setTimeout(attempt, pauseBeforeRetry(FIRST_RETRY_MS, failures));
    failures += 1;
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
