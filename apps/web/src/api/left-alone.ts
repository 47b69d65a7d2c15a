/** As exact as it is kept when a sign-in was used last. */
const LEFT_ALONE_MS = 60_000;
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'click'];

let touchedAt = performance.now();
const touch = () => (touchedAt = performance.now());
for (const act of TOUCHES) addEventListener(act, touch, { capture: true, passive: true });
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && touch());

/**
 * Whether nobody has touched the page or come back to it for a minute. What it reads then, because others have changed
 * something or a connection was made anew, is nobody's use of a sign-in.
 */
export function isLeftAlone(): boolean {
  return performance.now() - touchedAt > LEFT_ALONE_MS;
}
