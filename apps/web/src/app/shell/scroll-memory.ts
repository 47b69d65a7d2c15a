import { useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

const STORED = 'repairline-scroll';
/** How long a screen may take to regain its former height. */
const PATIENCE_MS = 5_000;
/** Events with which people scroll the page themselves. */
const OWN_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** A screen that a person goes back to shows the place where they left it; a newly opened one starts at its top. */
export function useScrollMemory(): void {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const places = useRef<Record<string, number>>(undefined);
  const shown = useRef<string>(undefined);

  useLayoutEffect(() => {
    places.current ??= readPlaces();
    const known = places.current;
    const remember = () => {
      known[key] = scrollY;
    };
    if (type === NavigationType.Replace) remember();
    const store = () => sessionStorage.setItem(STORED, JSON.stringify(known));
    const moved = shown.current !== pathname;
    shown.current = pathname;
    const stop = type === NavigationType.Pop ? scrollBackTo(known[key] ?? 0) : undefined;
    if (type === NavigationType.Push && moved) scrollTo(0, 0);
    addEventListener('scroll', remember, { passive: true });
    addEventListener('pagehide', store);
    return () => {
      stop?.();
      removeEventListener('scroll', remember);
      removeEventListener('pagehide', store);
    };
  }, [key, pathname, type]);

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    return () => {
      history.scrollRestoration = 'auto';
    };
  }, []);
}

/** The places stored when the page was left; none if its address was typed anew. */
function readPlaces(): Record<string, number> {
  const [how] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (how?.type === 'navigate') return {};
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

/** Scrolls as soon as the page is high enough, unless a person scrolls first. Returns a function that cancels it. */
function scrollBackTo(place: number): () => void {
  const giveUp = new AbortController();
  const { signal } = giveUp;
  const stop = () => giveUp.abort();
  const growth = new ResizeObserver(() => tryIt());
  const timer = setTimeout(stop, PATIENCE_MS);
  signal.addEventListener('abort', () => {
    growth.disconnect();
    clearTimeout(timer);
  });
  const tryIt = () => {
    scrollTo(0, place);
    if (Math.abs(scrollY - place) < 1) stop();
  };
  for (const move of OWN_MOVES) addEventListener(move, stop, { signal, passive: true });
  growth.observe(document.body);
  tryIt();
  return stop;
}
