/** The server records the last use of a sign-in no more precisely than this. */
const IDLE_AFTER_MS = 60_000;
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'click'];

let touchedAt = performance.now();
const touch = () => (touchedAt = performance.now());
for (const act of TOUCHES) addEventListener(act, touch, { capture: true, passive: true });
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && touch());

/**
 * Whether nobody has touched the page or come back to it for a minute. Reads made then, after changes by others or a
 * reconnect, do not count as use of the sign-in.
 */
export function isPageIdle(): boolean {
  return performance.now() - touchedAt > IDLE_AFTER_MS;
}
