export const TOOLTIP = {
  openDelay: 700,
  /** For this long after one has closed, the next opens at once: people who read one tooltip often read several. */
  skipDelay: 300,
  /** Time to move from an element to its tooltip, which can be hovered too. */
  grace: 100,
} as const;

/** Decides which tooltip shows when: calls `show` with the target, or with undefined when none shows. */
export function tooltipTiming<Target>(show: (target: Target | undefined) => void) {
  let on: Target | undefined;
  let shown: Target | undefined;
  let closedAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const turn = (next: Target | undefined) => {
    if (next === shown) return;
    if (next === undefined) closedAt = Date.now();
    shown = next;
    show(next);
  };

  return {
    /** The pointer or the focus is on the target. */
    enter(target: Target) {
      if (target === on) return;
      on = target;
      clearTimeout(timer);
      if (shown !== undefined || Date.now() - closedAt <= TOOLTIP.skipDelay) turn(target);
      else timer = setTimeout(() => turn(target), TOOLTIP.openDelay);
    },
    leave() {
      if (on === undefined) return;
      on = undefined;
      clearTimeout(timer);
      timer = setTimeout(() => turn(undefined), TOOLTIP.grace);
    },
    /** The pointer is on the tooltip itself. */
    stay() {
      on = shown;
      clearTimeout(timer);
    },
    /** Closes, and does not open again until the pointer or focus has left the target. */
    close: (): void => {
      clearTimeout(timer);
      turn(undefined);
    },
  };
}

export type TooltipTiming<Target> = ReturnType<typeof tooltipTiming<Target>>;
