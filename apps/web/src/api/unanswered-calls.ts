/** After this time, a call with the same content counts as a new one. */
const REMEMBERED_MS = 10 * 60_000;

/**
 * Keys of calls that got no answer. A repeated call with the same content uses the same key and so takes effect only
 * once.
 */
export interface UnansweredCalls {
  keyOf(words: string): string | undefined;
  keep(words: string, key: string): void;
  drop(words: string): void;
}

export function unansweredCalls(): UnansweredCalls {
  const kept = new Map<string, { key: string; until: number }>();
  return {
    keyOf(words) {
      const call = kept.get(words);
      return call && Date.now() < call.until ? call.key : undefined;
    },
    keep: (words, key) => void kept.set(words, { key, until: Date.now() + REMEMBERED_MS }),
    drop: (words) => void kept.delete(words),
  };
}
