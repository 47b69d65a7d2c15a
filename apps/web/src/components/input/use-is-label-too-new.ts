import { useEffect, useState } from 'react';

/** In less time than this, nobody has seen what is new about a button. */
const READ_MS = 400;

/**
 * For a button whose label turns into its opposite once it has acted: whether the new label is too recent to have been
 * read. A press in that time, by a person who presses twice because the answer was slow, means the old label.
 */
export function useIsLabelTooNew(text: string): boolean {
  return useIsTooNew(text, false);
}

/**
 * For a button in a list that others change: whether it came to this place too recently to have been seen there. A
 * pointer that presses in that time means what was there before.
 */
export function useIsPlaceTooNew(place: string): boolean {
  return useIsTooNew(place, true);
}

function useIsTooNew(now: string, atFirst: boolean): boolean {
  const [last, setLast] = useState(now);
  const [isTooNew, setIsTooNew] = useState(atFirst);
  if (now !== last) {
    setLast(now);
    setIsTooNew(true);
  }
  useEffect(() => {
    const timer = setTimeout(() => setIsTooNew(false), READ_MS);
    return () => clearTimeout(timer);
  }, [now]);
  return isTooNew;
}
