const LONGEST_MS = 15_000;

/**
 * How long to wait after this many failures, in ms: up to `first`, doubled each time, up to 15 s. It is random, so that
 * not all browsers ask a returning server at once.
 */
export function pauseBeforeRetry(first: number, failures: number): number {
  return Math.min(first * 2 ** failures, LONGEST_MS) * (0.5 + Math.random() / 2);
}
