import { useEffect, useState } from 'react';

/** Sooner nobody has read what a button says by now. */
const READ_MS = 400;

/**
 * For a button that says the opposite once it has done what it says: whether nobody can have read that yet. What is pressed
 * then, by whoever presses twice because the answer took its time, is what it said before.
 */
export function useUnread(text: string): boolean {
  const [read, setRead] = useState(text);
  useEffect(() => {
    if (text === read) return undefined;
    const timer = setTimeout(() => setRead(text), READ_MS);
    return () => clearTimeout(timer);
  }, [text, read]);
  return text !== read;
}
