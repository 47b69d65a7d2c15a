const TEXT = 'data-tooltip';
const WHEN_CUT = 'data-tooltip-when-cut';
const COVERED = 'data-tooltips-below';

/**
 * For an element: the text that shows beside it while it is pointed at or has the focus by keyboard. Not for screen
 * readers: what the element is must be in its name.
 */
export const tooltip = (text: string) => ({ [TEXT]: text });

/** The same, where the element's own text does not fit. */
export const tooltipWhenCut = (text: string) => ({ [TEXT]: text, [WHEN_CUT]: '' });

/** For a link that is laid over a whole row: the tooltips of what lies below it still show. */
export const tooltipsBelow = { [COVERED]: '' } as const;

/** What of the element has a tooltip, itself or around it; `point` is where the pointer is. */
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

/** What has its menu open has said what it is. */
const opened = (target: HTMLElement) => target.getAttribute('aria-expanded') === 'true';

function fits({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth <= clientWidth && scrollHeight <= clientHeight;
}
