import type { WithDrafts } from './drafts';

const KEY = 'drafts';

/** Keeps typed text across a reload that the page itself triggers. */
export function storeDrafts({ drafts }: WithDrafts): void {
  if (Object.keys(drafts).length > 0) sessionStorage.setItem(KEY, JSON.stringify(drafts));
}

/** Reloads the page and keeps typed text. */
export function reloadKeepingDrafts(state: WithDrafts): void {
  storeDrafts(state);
  location.reload();
}

/** Returns the stored drafts and removes them from the storage. */
export function takeDrafts(): WithDrafts['drafts'] {
  const stored = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return stored === null ? {} : (JSON.parse(stored) as WithDrafts['drafts']);
}
