import { say } from './say.mjs';

const READY_WITHIN = 60_000;
/** From one sign of a service that builds to the next: the indexes of a large table give none. */
const BUILDING_WITHIN = 600_000;
const SAY_EVERY = 10_000;

export function within(milliseconds) {
  const until = Date.now() + milliseconds;
  return () => Date.now() > until;
}

/**
 * How long services get to become ready: a minute, and longer for as long as one of them gets on with its lists, which after an
 * upgrade it may have to build from a long log. The others need what it answers, so it holds for all.
 */
export function patienceWithServices({ now = Date.now, tell = say } = {}) {
  let until = now() + READY_WITHIN;
  let tellFrom = now() + SAY_EVERY;
  const furthest = new Map();
  return {
    isOver: () => now() > until,
    /** @param building as a service's health tells it, see `readinessOf` */
    hear(name, building) {
      // A building that fails and begins anew, again and again, is none that gets on.
      if (!building || building.done <= (furthest.get(name) ?? -1)) return;
      furthest.set(name, building.done);
      until = now() + BUILDING_WITHIN;
      if (now() < tellFrom) return;
      tellFrom = now() + SAY_EVERY;
      tell(
        `${name} builds its lists: ${Math.floor((building.done / building.of) * 100)} % of ${number(building.of)} events`,
      );
    },
  };
}

const number = (count) => count.toLocaleString('en-US');
