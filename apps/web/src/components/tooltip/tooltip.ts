const TEXT = 'data-tooltip';
const WHEN_CUT = 'data-tooltip-when-cut';
const COVERED = 'data-tooltips-below';

/**
 * Attributes of an element: the text shown beside it while it is hovered or has the keyboard focus. Screen readers do
 * not get it: the element's name must say what it is.
 */
export const tooltip = (text: string) => ({ [TEXT]: text });

/** The same, but only if the element's own text is cut off. */
export const tooltipWhenCut = (text: string) => ({ [TEXT]: text, [WHEN_CUT]: '' });

/** For a link that covers a whole row: the tooltips of the elements below it still show. */
export const tooltipsBelow = { [COVERED]: '' } as const;

/** The element with a tooltip at or around `element`; `point` is where the pointer is. */
export function tooltipTarget(element: Element, point?: { x: number; y: number }): HTMLElement | undefined {
  const found = element.closest<HTMLElement>(`[${TEXT}]`) ?? below(element, point);
  if (!found || !tooltipText(found)) return undefined;
  const isNeeded = !opened(found) && !(found.hasAttribute(WHEN_CUT) && fits(found));
  return isNeeded ? found : undefined;
}

export const tooltipText = (target: HTMLElement) => target.getAttribute(TEXT) ?? '';

function below(element: Element, point: { x: number; y: number } | undefined): HTMLElement | undefined {
  const row = point && element.closest(`[${COVERED}]`)?.closest('article');
  if (!row) return undefined;
  const inRow = [...row.querySelectorAll<HTMLElement>(`[${TEXT}]`)];
  return inRow.find((candidate) => {
    const { left, right, top, bottom } = candidate.getBoundingClientRect();
    return left <= point.x && point.x <= right && top <= point.y && point.y <= bottom;
  });
}

/** An element whose menu is open needs no tooltip. */
const opened = (target: HTMLElement) => target.getAttribute('aria-expanded') === 'true';

function fits({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth <= clientWidth && scrollHeight <= clientHeight;
}
