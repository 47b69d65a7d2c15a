const PRESSED_BY_ENTER = 'button, [role="button"], [role="menuitem"]';

/**
 * From now on a key that is held presses once. What a button does may put another in its place or hand the focus to the next
 * row's, which the key, repeating itself, would press in turn.
 */
export function pressOnceWhileHeld(): void {
  addEventListener(
    'keydown',
    (event) => {
      if (!event.repeat || event.key !== 'Enter' || !(event.target instanceof Element)) return;
      if (event.target.closest(PRESSED_BY_ENTER)) event.preventDefault();
    },
    { capture: true },
  );
}
