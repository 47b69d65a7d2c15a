const FLASH_MS = 4_000;
/**
 * How often the rows are looked through at most: in a busy district each look would otherwise be one for each change. A
 * row that is marked only after it has been drawn fades to its colour, so it is sooner than the list is read again.
 */
const LOOK_MS = 30;

export interface Flashes {
  show(assetNumber: string): void;
  stop(): void;
}

/**
 * Marks rows that someone else has changed, at once and for 4 s after their last change.
 * @param onChange is given the asset numbers of all rows that are marked from now on
 */
export function createFlashes(onChange: (assetNumbers: string[]) => void): Flashes {
  const ends = new Map<string, number>();
  let hasChanged = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function look(): void {
    const now = Date.now();
    for (const [assetNumber, end] of ends) {
      if (end <= now) hasChanged = ends.delete(assetNumber);
    }
    if (hasChanged) onChange([...ends.keys()]);
    hasChanged = false;
    timer = ends.size > 0 ? setTimeout(look, LOOK_MS) : undefined;
  }

  return {
    show(assetNumber) {
      hasChanged ||= !ends.has(assetNumber);
      ends.set(assetNumber, Date.now() + FLASH_MS);
      timer ??= setTimeout(look, 0);
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
