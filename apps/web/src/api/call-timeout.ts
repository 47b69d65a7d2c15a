/**
 * Longer than any answer takes, in ms. A call over a connection that died silently fails after this time, and stale
 * data is then reread, which does not happen while a call is under way.
 */
const LONGEST = { read: 15_000, change: 60_000 };

export const callTimeout = (call: keyof typeof LONGEST): AbortSignal => AbortSignal.timeout(LONGEST[call]);
