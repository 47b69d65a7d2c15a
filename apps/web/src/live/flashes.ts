const FLASH_MS = 4_000;
/**
 * The minimum time between two looks at the rows: in a busy district, every change would otherwise cause one. A row
 * marked only after it was drawn fades into its color, so this is shorter than the time until the list is reread.
 */
const LOOK_MS = 30;

export interface Flashes {
  show(assetNumber: string): void;
  stop(): void;
}

/**
 * Marks rows that someone else has changed, at once and for 4 s after their last change.
 * @param onChange receives the asset numbers of all rows marked from now on
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
