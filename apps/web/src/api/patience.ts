const MS = 15_000;

/** Ends a read that takes longer than any answer does, over a connection that has died without a word. */
export const patience = (): AbortSignal => AbortSignal.timeout(MS);
