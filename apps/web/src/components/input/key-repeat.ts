const PRESSED_BY_ENTER = 'button, [role="button"], [role="menuitem"]';

/**
 * From now on, holding Enter presses a button only once. The button's action may put another in its place or move the
 * focus to the next row's button, which the repeating key would press in turn.
 */
export function suppressKeyRepeatOnButtons(): void {
  addEventListener(
    'keydown',
    (event) => {
      if (!event.repeat || event.key !== 'Enter' || !(event.target instanceof Element)) return;
      if (event.target.closest(PRESSED_BY_ENTER)) event.preventDefault();
    },
    { capture: true },
  );
}
