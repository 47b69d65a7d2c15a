const FIRST_MS = 2_000;
const LONGEST_MS = 30_000;

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
        lookAfter(tags.length > 0 ? Math.min(2 * longest, LONGEST_MS) : FIRST_MS);
      },
      longest * (0.5 + Math.random() / 2),
    );
  };
  lookAfter(FIRST_MS);
  return () => clearTimeout(timer);
}
