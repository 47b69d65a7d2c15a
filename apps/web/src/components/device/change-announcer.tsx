import { useEffect, useMemo, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import type { WithLive } from '../../live/live-slice';
import { VisuallyHidden } from '../text/visually-hidden';

/** A screen reader needs about this long for a sentence; announcements in between would be cut off. */
const SENTENCE_MS = 1_000;

/**
 * Announces to screen readers which of the devices in view someone else has just changed. The live region must be
 * mounted before they change.
 */
export function ChangeAnnouncer({ among }: { among: readonly { barcodeNumber: string }[] }) {
  const markedRows = useSelector((state: WithLive) => state.live.markedRows);
  const inView = useMemo(() => new Set(among.map(({ barcodeNumber }) => barcodeNumber)), [among]);
  const news = useNews(markedRows.filter((one) => inView.has(one)));
  return <VisuallyHidden role="status">{useSpaced(news, SENTENCE_MS)}</VisuallyHidden>;
}

/** The sentence for the marked devices. When a mark only expires, there is nothing new to say. */
function useNews(marked: readonly string[]): string {
  const [last, setLast] = useState({ marked, text: sentence(marked) });
  const added = marked.some((one) => !last.marked.includes(one));
  if (!added && marked.length === last.marked.length) return last.text;
  const text = added || marked.length === 0 ? sentence(marked) : last.text;
  setLast({ marked, text });
  return text;
}

function sentence([first, ...others]: readonly string[]): string {
  if (!first) return '';
  return others.length === 0 ? `${first} has been updated` : `${others.length + 1} devices have been updated`;
}

/** Follows `text`, but changes at most once in `ms`. */
function useSpaced(text: string, ms: number): string {
  const [said, say] = useState(text);
  const saidAt = useRef(-Infinity);
  useEffect(() => {
    if (text === said) return undefined;
    const saying = () => {
      saidAt.current = performance.now();
      say(text);
    };
    const timer = setTimeout(saying, Math.max(0, saidAt.current + ms - performance.now()));
    return () => clearTimeout(timer);
  }, [text, said, ms]);
  return said;
}
