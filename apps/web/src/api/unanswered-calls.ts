/** After this time, a call with the same content counts as a new one. */
const REMEMBERED_MS = 10 * 60_000;

/**
 * Keys of calls that got no answer. A repeated call with the same content uses the same key and so takes effect only
 * once.
 */
export interface UnansweredCalls {
  keyOf(fingerprint: string): string | undefined;
  keep(fingerprint: string, key: string): void;
  drop(fingerprint: string): void;
}

export function unansweredCalls(): UnansweredCalls {
  const kept = new Map<string, { key: string; until: number }>();
  return {
    keyOf(fingerprint) {
      const call = kept.get(fingerprint);
      return call && Date.now() < call.until ? call.key : undefined;
    },
    keep: (fingerprint, key) => void kept.set(fingerprint, { key, until: Date.now() + REMEMBERED_MS }),
    drop: (fingerprint) => void kept.delete(fingerprint),
  };
}
