import type { UIEvent } from 'react';

/**
 * For a button that another may replace right after the click, because it turns into its opposite or its row leaves the
 * list: of a double click, only the first click counts.
 */
export function ignoreDoubleClick(act: () => unknown) {
  return ({ detail }: Pick<UIEvent, 'detail'>): void => {
    if (detail < 2) act();
  };
}

/**
 * From now on, of a double click whose first click has removed what it pressed, such as the button of a dialog that
 * closes, the second click does not press what has appeared in that place.
 */
export function ignoreSecondClicks(): void {
  let pressed: Element | undefined;
  addEventListener(
    'click',
    (event) => {
      if (!(event.target instanceof Element)) return;
      // An icon may be exchanged within a button that stays.
      if (event.detail === 1) pressed = event.target.closest('a, button') ?? event.target;
      if (event.detail < 2 || !pressed || pressed.isConnected) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}
