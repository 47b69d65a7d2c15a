/** A version 4 UUID. `crypto.randomUUID` exists only on https and localhost, not on a school's plain http address. */
export function newIdempotencyKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
}

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
