const FIRST_REREAD_MS = 2_000;
const LONGEST_REREAD_MS = 30_000;

/**
 * Rereads what is `outdated`: checks after about 2 s and, as long as something is outdated, after twice the time again,
 * up to half a minute. The delays are random, so that not all browsers ask a returning server at once. Returns a
 * function that stops it.
 */
export function retryOutdatedFetches<Tag>(outdated: () => Tag[], read: (tags: Tag[]) => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const lookAfter = (longest: number) => {
    timer = setTimeout(
      () => {
        const tags = outdated();
        if (tags.length > 0) read(tags);
        lookAfter(tags.length > 0 ? Math.min(2 * longest, LONGEST_REREAD_MS) : FIRST_REREAD_MS);
      },
      longest * (0.5 + Math.random() / 2),
    );
  };
  lookAfter(FIRST_REREAD_MS);
  return () => clearTimeout(timer);
}

const LONGEST_PAUSE_MS = 15_000;

/**
 * How long to wait after this many failures, in ms: up to `first`, doubled each time, up to 15 s. It is random, so that
 * not all browsers ask a returning server at once.
 */
export function pauseBeforeRetry(first: number, failures: number): number {
  return Math.min(first * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2);
}
