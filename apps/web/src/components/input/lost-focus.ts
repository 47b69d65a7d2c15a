import { lastVisibleFocus } from './focus-memory';

const ROW = 'li, tr, [role="listitem"]';
const CAN_HAVE_FOCUS = 'a[href], button:not([disabled]), input, select, textarea';

/** The place of a removed element that had the focus. */
interface Gap {
  parent: Node;
  wasRow: boolean;
  before: Node | null;
  after: Node | null;
}

/**
 * From now on, when a part of a screen disappears together with a visible focus (a row that someone else finishes, a
 * form no longer needed), the focus moves to the row that takes its place, or else to the heading above it, instead of
 * to the beginning of the page. `useScreenFocus` handles changes of the whole screen.
 */
export function catchLostFocus(): void {
  let gap: Gap | undefined;
  new MutationObserver((changes) => {
    const lost = lastVisibleFocus();
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

export function firstControlIn(part: Element): HTMLElement | null {
  return part.querySelector<HTMLElement>(CAN_HAVE_FOCUS);
}

function goalIn({ parent, wasRow, before, after }: Gap): HTMLElement | undefined {
  const screen = document.querySelector('main');
  if (!screen?.contains(parent) || parent === screen) return undefined;
  const beside = wasRow ? [after, before] : [];
  for (const row of beside) {
    if (!(row instanceof HTMLElement) || !row.isConnected) continue;
    const first = firstControlIn(row);
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
