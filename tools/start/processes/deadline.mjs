import { say } from '../../shared/say.mjs';

const READY_WITHIN_MS = 60_000;
/** The longest time between two signs of progress: creating the indexes of a large table gives none. */
const BUILDING_WITHIN_MS = 600_000;
const SAY_EVERY_MS = 10_000;

export function within(milliseconds) {
  const until = Date.now() + milliseconds;
  return () => Date.now() > until;
}

/**
 * How long services may take to become ready: a minute, and longer while one of them makes progress building its lists,
 * which after an upgrade may take it through a long log. The others depend on its answers, so all get the extra time.
 */
export function createStartDeadline({ now = Date.now, tell = say } = {}) {
  let until = now() + READY_WITHIN_MS;
  let tellFrom = now() + SAY_EVERY_MS;
  const furthest = new Map();
  return {
    isOver: () => now() > until,
    /** @param building as reported by a service's health, see `readinessOf` */
    progress(name, building) {
      // A build that keeps failing and starting over makes no progress.
      if (!building || building.done <= (furthest.get(name) ?? -1)) return;
      furthest.set(name, building.done);
      until = now() + BUILDING_WITHIN_MS;
      if (now() < tellFrom) return;
      tellFrom = now() + SAY_EVERY_MS;
      tell(
        `${name} is building its lists: ${Math.floor((building.done / building.of) * 100)} % of ${number(building.of)} events`,
      );
    },
  };
}

const number = (count) => count.toLocaleString('en-US');
