import { shownFocus } from './focus-memory';

const ROW = 'li, tr, [role="listitem"]';
const CAN_HAVE_FOCUS = 'a[href], button:not([disabled]), input, select, textarea';

/** Where something went that had the focus. */
interface Gap {
  parent: Node;
  wasRow: boolean;
  before: Node | null;
  after: Node | null;
}

/**
 * From now on, where a part of a screen goes and takes the focus with it that somebody saw (a row that somebody else finishes,
 * a form there is no more use for), the focus goes to the row that takes its place, or else to the heading it was under, and
 * not to the beginning of the page. Whole screens are left to whoever goes to another.
 */
export function catchLostFocus(): void {
  let gap: Gap | undefined;
  new MutationObserver((changes) => {
    const lost = shownFocus();
    if (!lost || lost.isConnected) gap = undefined;
    else gap = gapOf(lost, changes) ?? gap;
    if (!gap || document.activeElement !== document.body || document.querySelector('[aria-modal="true"]')) return;
    const goal = goalIn(gap);
    gap = undefined;
    goal?.focus({ preventScroll: true });
  }).observe(document.body, { childList: true, subtree: true });
}

function gapOf(lost: HTMLElement, changes: readonly MutationRecord[]): Gap | undefined {
  for (const { target, removedNodes, previousSibling, nextSibling } of changes) {
    const gone = [...removedNodes].find((node) => node.contains(lost));
    if (gone instanceof HTMLElement)
      return { parent: target, wasRow: gone.matches(ROW), before: previousSibling, after: nextSibling };
  }
  return undefined;
}

function goalIn({ parent, wasRow, before, after }: Gap): HTMLElement | undefined {
  const screen = document.querySelector('main');
  if (!screen?.contains(parent) || parent === screen) return undefined;
  const beside = wasRow ? [after, before] : [];
  for (const row of beside) {
    if (!(row instanceof HTMLElement) || !row.isConnected) continue;
    const first = row.querySelector<HTMLElement>(CAN_HAVE_FOCUS);
    if (first) return first;
  }
  return headingAbove(parent, screen);
}

function headingAbove(from: Node, screen: HTMLElement): HTMLElement | undefined {
  for (let place: Node | null = from; place && screen.contains(place); place = place.parentNode) {
    const heading = place instanceof HTMLElement ? place.querySelector<HTMLElement>('h1, h2') : null;
    if (!heading) continue;
    heading.tabIndex = -1;
    return heading;
  }
  return undefined;
}
