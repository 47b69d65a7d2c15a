const FIRST_MS = 2_000;
const LONGEST_MS = 30_000;

/**
 * Has what is `outdated` read again: looks after some 2 s, and while there is something after twice as long each time, up
 * to half a minute. Browsers differ by chance, so that a server that comes back is not asked by all at once. Answers its end.
 */
export function retryReadings<Tag>(outdated: () => Tag[], read: (tags: Tag[]) => void): () => void {
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
