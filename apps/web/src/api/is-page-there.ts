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
