/**
 * Longer than any answer takes, in ms. What waits for one over a connection that has died without a word is told so then, and
 * what has become stale is read again: while a call is on its way nothing is.
 */
const LONGEST = { read: 15_000, change: 60_000 };

export const patience = (call: keyof typeof LONGEST): AbortSignal => AbortSignal.timeout(LONGEST[call]);
