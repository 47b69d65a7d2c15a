import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { mainRegion } from '../../components/input/focus-memory';

/** How long the list that a person returns to may take to show the row again. */
const PATIENCE_MS = 5_000;

/**
 * Moves the focus to the heading of a newly opened screen and, when a person goes back, to the link they had followed
 * from there. Otherwise both would start at the top of the page again. Neither scrolls: that is the job of
 * `useScrollMemory`.
 */
export function useScreenFocus(): void {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const shown = useRef<{ key: string; pathname: string }>(undefined);
  const followed = useRef<Record<string, string>>({});
  const giveUp = useRef<() => void>(undefined);

  useLayoutEffect(() => {
    const left = shown.current;
    shown.current = { key, pathname };
    // A device that gets another number is the same screen at another address.
    if (!left || left.pathname === pathname || type === NavigationType.Replace) return;
    if (type === NavigationType.Push) followed.current[left.key] = pathname;
    giveUp.current?.();
    giveUp.current = focusScreen(type === NavigationType.Pop ? followed.current[key] : undefined);
  }, [key, pathname, type]);

  useEffect(() => () => giveUp.current?.(), []);
}

/**
 * Waits until the screen is there, and gives up if a person or something on the screen takes the focus first. Returns a
 * function that cancels it.
 */
function focusScreen(path: string | undefined): () => void {
  const screen = mainRegion();
  const ended = new AbortController();
  const { signal } = ended;
  const stop = () => ended.abort();
  const tryIt = () => {
    const heading = screen?.querySelector('h1');
    const link = path && [...(screen?.querySelectorAll('a') ?? [])].find(({ pathname }) => pathname === path);
    if (isTaken(screen, heading)) return stop();
    const goal = link || heading;
    if (goal === heading && heading) heading.tabIndex = -1;
    if (goal !== document.activeElement) goal?.focus({ preventScroll: true });
    if (link || (heading && !path)) stop();
  };
  const growth = new MutationObserver(tryIt);
  const timer = path && setTimeout(stop, PATIENCE_MS);
  signal.addEventListener('abort', () => {
    growth.disconnect();
    clearTimeout(timer || undefined);
  });
  for (const act of ['keydown', 'pointerdown']) addEventListener(act, stop, { signal });
  if (screen) growth.observe(screen, { childList: true, subtree: true });
  tryIt();
  return stop;
}

function isTaken(screen: HTMLElement | null, heading: Element | null | undefined): boolean {
  if (document.querySelector('[aria-modal="true"]')) return true;
  const focused = document.activeElement;
  return focused !== screen && focused !== heading && Boolean(screen?.contains(focused));
}
