import type { UIEvent } from 'react';

/**
 * For a button that another may replace right after the click, because it turns into its opposite or its row leaves the
 * list, and for one that empties its field: of a double click, only the first click counts.
 */
export function ignoreDoubleClick(act: () => unknown) {
  return ({ detail }: Pick<UIEvent, 'detail'>): void => {
    if (detail < 2) act();
  };
}

/**
 * From now on, the second click of a double click does not press what has appeared in the place of what the first has
 * removed, such as the button of a dialog that closes; nor does it send a form again, which the first may have emptied.
 */
export function ignoreSecondClicks(): void {
  let pressed: Element | undefined;
  addEventListener(
    'click',
    (event) => {
      if (!(event.target instanceof Element)) return;
      // An icon may be exchanged within a button that stays.
      if (event.detail === 1) pressed = event.target.closest('a, button') ?? event.target;
      const isGone = pressed !== undefined && !pressed.isConnected;
      if (event.detail < 2 || !(isGone || event.target.closest('[type="submit"]'))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}
