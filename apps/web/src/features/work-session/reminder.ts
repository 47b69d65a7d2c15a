export const REMINDER = {
  /** From the first activity to the look whether somebody is still at work. */
  delay: 30_000,
  /** How fresh the last activity must then be. */
  activityWindow: 5_000,
  /** From one reminder to the next. */
  cooldown: 300_000,
  /** How long the toast stays. */
  shownFor: 8_000,
} as const;

interface ActivityWatch {
  active: () => void;
  stop: () => void;
}

/** Notices somebody who works without a running session, and calls `remind`. `isDue` says whether none runs. */
export function watchActivity({ isDue, remind }: { isDue: () => boolean; remind: () => void }): ActivityWatch {
  let lastActivity = -Infinity;
  let lastReminder = -Infinity;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  const look = () => {
    waiting = undefined;
    const now = Date.now();
    const atWork = now - lastActivity < REMINDER.activityWindow;
    const rested = now - lastReminder >= REMINDER.cooldown;
    if (!atWork || !rested || !isDue()) return;
    lastReminder = now;
    remind();
  };

  return {
    active: (): void => {
      lastActivity = Date.now();
      waiting ??= setTimeout(look, REMINDER.delay);
    },
    stop: (): void => {
      clearTimeout(waiting);
      waiting = undefined;
    },
  };
}
