import { isPageThere } from '../api/is-page-there';

const AT_MOST_EVERY_MS = 60_000;
const KEY = 'reloaded-at';

/**
 * A page loaded before an update asks for parts that no longer exist; reloading it fetches the new ones. It reloads at
 * most once a minute, and not while the server is away.
 */
export function reloadOnMissingChunk(reload: () => void): void {
  addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem(KEY));
    if (Date.now() - last < AT_MOST_EVERY_MS) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    void isPageThere().then((isThere) => (isThere ? reload() : sessionStorage.removeItem(KEY)));
  });
}
