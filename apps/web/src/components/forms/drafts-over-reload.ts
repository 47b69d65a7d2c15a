import type { WithDrafts } from './draft-slice';

const KEY = 'drafts';

/** Keeps what has been typed over a reload that the page itself asks for. */
export function storeDrafts({ drafts }: WithDrafts): void {
  if (Object.keys(drafts).length > 0) sessionStorage.setItem(KEY, JSON.stringify(drafts));
}

/** Loads the page anew, with what has been typed. */
export function loadAnew(state: WithDrafts): void {
  storeDrafts(state);
  location.reload();
}

/** What was kept. It is out of the storage with this. */
export function takeDrafts(): WithDrafts['drafts'] {
  const stored = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return stored === null ? {} : (JSON.parse(stored) as WithDrafts['drafts']);
}
