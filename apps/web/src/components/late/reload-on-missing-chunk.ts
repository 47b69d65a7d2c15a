const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 900_000;
const KEY = 'reloaded';

interface Reload {
  at: number;
  /** How long no other reload may follow. */
  pause: number;
}

/**
 * A page loaded before an update asks for parts that no longer exist; reloading it fetches the new ones. It reloads at
 * most once a minute, more rarely if reloading does not help, and not while the server is away.
 */
export function reloadOnMissingChunk(reload: () => void): void {
  addEventListener('vite:preloadError', () => {
    const next = following(readLast());
    if (!next) return;
    sessionStorage.setItem(KEY, JSON.stringify(next));
    void isPageThere().then((isThere) => (isThere ? reload() : sessionStorage.removeItem(KEY)));
  });
}

const readLast = () => JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Reload | null;

function following(last: Reload | null): Reload | undefined {
  const at = Date.now();
  if (!last) return { at, pause: FIRST_PAUSE_MS };
  const since = at - last.at;
  if (since < last.pause) return undefined;
  const helped = since >= 2 * last.pause;
  return { at, pause: helped ? FIRST_PAUSE_MS : Math.min(2 * last.pause, LONGEST_PAUSE_MS) };
}

/**
 * Whether the page can be loaded now. Without the server a reload would leave nothing of it; a proxy answers for a
 * server that is away, with an error. `/api/health` would not tell: it fails while any service is down.
 */
export function isPageThere(): Promise<boolean> {
  return fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } }).then(
    ({ ok }) => ok,
    () => false,
  );
}
