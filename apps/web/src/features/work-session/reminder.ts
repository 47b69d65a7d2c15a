export const REMINDER = {
  /** From the first activity to the check whether the person is still at work. */
  delay: 30_000,
  /** How recent the last activity must then be. */
  activityWindow: 5_000,
  /** Minimum time between two reminders. */
  cooldown: 300_000,
  /** How long the toast stays. */
  shownFor: 8_000,
} as const;

interface ActivityWatch {
  active: () => void;
  stop: () => void;
}

/** Calls `remind` for a person who works without a running session. `isDue` says whether none is running. */
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
