import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';
import type { ListItem } from './list-items';

/** The items in the window: their keys, and where each began on the page, in pixels. */
type Shown = readonly { key: string; start: number }[];

/**
 * When rows come or go above the window, scrolls the page by the same distance, so that the row a person looks at or is
 * about to click stays under the pointer. At the top of the list, new rows show.
 */
export function useSteadyRows(
  items: readonly ListItem[],
  virtualizer: Virtualizer<Window, Element>,
  top: number,
): void {
  const before = useRef<{ items: readonly ListItem[]; shown: Shown }>(undefined);
  useLayoutEffect(() => {
    const last = before.current;
    if (last && last.items !== items && scrollY > top) {
      const shift = shiftOf(last.shown, items, virtualizer);
      if (shift !== 0) scrollBy(0, shift);
    }
    before.current = { items, shown: shownIn(items, virtualizer) };
  });
}

function shownIn(items: readonly ListItem[], { range, measurementsCache }: Virtualizer<Window, Element>): Shown {
  if (!range) return [];
  return items.slice(range.startIndex, range.endIndex + 1).flatMap(({ key }, place) => {
    const start = measurementsCache[range.startIndex + place]?.start;
    return start === undefined ? [] : [{ key, start }];
  });
}

/** The median shift, because a row that has itself moved says nothing about the others. */
function shiftOf(
  shown: Shown,
  items: readonly ListItem[],
  { measurementsCache }: Virtualizer<Window, Element>,
): number {
  const places = new Map(items.map(({ key }, index) => [key, measurementsCache[index]?.start]));
  const shifts = shown.flatMap(({ key, start }) => {
    const now = places.get(key);
    return now === undefined ? [] : [now - start];
  });
  return shifts.sort((one, other) => one - other)[Math.floor(shifts.length / 2)] ?? 0;
}
