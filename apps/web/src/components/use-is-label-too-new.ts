import { useEffect, useState } from 'react';

/** In less time than this, nobody has read a button's new label. */
const READ_MS = 400;

/**
 * For a button whose label turns into its opposite once it has acted: whether the new label is too recent to have been
 * read. A press in that time, by a person who presses twice because the answer was slow, means the old label.
 */
export function useIsLabelTooNew(text: string): boolean {
  const [read, setRead] = useState(text);
  useEffect(() => {
    if (text === read) return undefined;
    const timer = setTimeout(() => setRead(text), READ_MS);
    return () => clearTimeout(timer);
  }, [text, read]);
  return text !== read;
}
