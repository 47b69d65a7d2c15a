import { useSyncExternalStore } from 'react';

const TICK_MS = 30_000;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick() {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(tick, TICK_MS);
    // Of a page that nobody sees, or on a computer that sleeps, the clock may have stood still.
    document.addEventListener('visibilitychange', tick);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

/** The time to within half a minute, in milliseconds; one clock for the whole page. */
export function useNow(): number {
  return useOfNow((ms) => ms);
}

/** What follows from the time: the component is drawn again only when it changes. */
export function useOfNow<Value extends string | number>(of: (ms: number) => Value): Value {
  return useSyncExternalStore(subscribe, () => of(current()));
}

/** While nobody listens, the clock stands still. */
function current(): number {
  if (listeners.size === 0 && Math.abs(Date.now() - now) > TICK_MS) now = Date.now();
  return now;
}
