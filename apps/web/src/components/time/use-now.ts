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
    // On a hidden page or a sleeping computer, the clock may have stopped.
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

/** The time to within half a minute, in milliseconds, from one clock for the whole page. */
export function useNow(): number {
  return useDerivedFromNow((ms) => ms);
}

/** A value derived from the time; the component renders again only when the value changes. */
export function useDerivedFromNow<Value extends string | number>(of: (ms: number) => Value): Value {
  return useSyncExternalStore(subscribe, () => of(current()));
}

/** The clock stands still while it has no listeners. */
function current(): number {
  if (listeners.size === 0 && Math.abs(Date.now() - now) > TICK_MS) now = Date.now();
  return now;
}
