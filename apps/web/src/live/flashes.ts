const FLASH_MS = 4_000;

export interface Flashes {
  show(assetNumber: string): void;
  stop(): void;
}

/** Marks rows that someone else has changed for 4 s after their last change: the end of an earlier flash ends no later one. */
export function createFlashes(onStart: (assetNumber: string) => void, onEnd: (assetNumber: string) => void): Flashes {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  return {
    show(assetNumber) {
      clearTimeout(timers.get(assetNumber));
      onStart(assetNumber);
      const end = () => {
        timers.delete(assetNumber);
        onEnd(assetNumber);
      };
      timers.set(assetNumber, setTimeout(end, FLASH_MS));
    },
    stop() {
      timers.forEach((timer) => clearTimeout(timer));
    },
  };
}
