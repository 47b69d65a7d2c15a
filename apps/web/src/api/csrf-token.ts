/**
 * Longer than any answer takes, in ms. A call over a connection that died silently fails after this time, and stale
 * data is then reread, which does not happen while a call is under way.
 */
const LONGEST = { read: 15_000, change: 60_000 };

export const callTimeout = (call: keyof typeof LONGEST): AbortSignal => AbortSignal.timeout(LONGEST[call]);

/** The token of mutating calls: fetched once, kept until dropped. */
export interface CsrfToken {
  /** Undefined if it cannot be fetched; the call then goes without it and the server refuses it. */
  get(): Promise<string | undefined>;
  drop(): void;
}

export function createCsrfToken(): CsrfToken {
  let cached: Promise<string | undefined> | undefined;
  const drop = () => {
    cached = undefined;
  };
  return {
    drop,
    get() {
      cached ??= fetchToken().catch((problem: unknown) => {
        drop();
        console.error(problem);
        return undefined;
      });
      return cached;
    },
  };
}

async function fetchToken(): Promise<string> {
  const response = await fetch('/api/csrf-token', { credentials: 'include', signal: callTimeout('read') });
  const body: unknown = response.ok ? await response.json() : undefined;
  if (typeof body !== 'object' || body === null || !('csrfToken' in body) || typeof body.csrfToken !== 'string') {
    throw new Error('Failed to fetch CSRF token');
  }
  return body.csrfToken;
}
