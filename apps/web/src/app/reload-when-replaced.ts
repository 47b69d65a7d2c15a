const AT_MOST_EVERY_MS = 60_000;
const KEY = 'reloaded-at';

/**
 * A page that was loaded before an update asks for parts that are gone by now. Loading it again fetches the new ones; not
 * again and again, and not while the server is away, which would leave nothing of the page.
 */
export function reloadWhenReplaced(reload: () => void): void {
  addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem(KEY));
    if (Date.now() - last < AT_MOST_EVERY_MS) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    fetch('/api/health', { cache: 'no-store' }).then(
      () => reload(),
      () => sessionStorage.removeItem(KEY),
    );
  });
}
