/** After this the same words are taken for something new. */
const REMEMBERED_MS = 10 * 60_000;

/** The keys of calls that had no answer: sent again in the same words they go under the same key, and happen once. */
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
