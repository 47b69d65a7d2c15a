const MARKED_FOR_MS = 4_000;
/** How often marks whose time is over are removed: in a busy district, each removal redraws the list. */
const REMOVAL_MS = 200;

/**
 * Marks rows that someone else has changed, at once and for 4 s after their last change.
 * @param onChange receives the asset numbers of all rows marked from now on
 */
export function createRowMarks(onChange: (assetNumbers: string[]) => void) {
  const ends = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function removeEnded(): void {
    const before = ends.size;
    for (const [assetNumber, end] of ends) if (end <= Date.now()) ends.delete(assetNumber);
    if (ends.size !== before) onChange([...ends.keys()]);
    timer = ends.size > 0 ? setTimeout(removeEnded, REMOVAL_MS) : undefined;
  }

  return {
    show(assetNumbers: readonly string[]): void {
      const before = ends.size;
      for (const assetNumber of assetNumbers) ends.set(assetNumber, Date.now() + MARKED_FOR_MS);
      if (ends.size !== before) onChange([...ends.keys()]);
      timer ??= setTimeout(removeEnded, REMOVAL_MS);
    },
    stop(): void {
      clearTimeout(timer);
    },
  };
}
