const FLASH_MS = 4_000;
/** The time between two looks for rows whose time is over: in a busy district, each redraws the list. */
const LOOK_MS = 200;

export interface Flashes {
  show(assetNumbers: readonly string[]): void;
  stop(): void;
}

/**
 * Marks rows that someone else has changed, at once and for 4 s after their last change.
 * @param onChange receives the asset numbers of all rows marked from now on
 */
export function createFlashes(onChange: (assetNumbers: string[]) => void): Flashes {
  const ends = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function update(change: () => void): void {
    const before = ends.size;
    change();
    if (ends.size !== before) onChange([...ends.keys()]);
  }

  function look(): void {
    const now = Date.now();
    update(() => ends.forEach((end, assetNumber) => end <= now && ends.delete(assetNumber)));
    timer = ends.size > 0 ? setTimeout(look, LOOK_MS) : undefined;
  }

  return {
    show(assetNumbers) {
      const end = Date.now() + FLASH_MS;
      update(() => assetNumbers.forEach((assetNumber) => ends.set(assetNumber, end)));
      timer ??= setTimeout(look, LOOK_MS);
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
