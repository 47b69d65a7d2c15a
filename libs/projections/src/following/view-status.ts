import type { Pool } from 'pg';
import type { ConsumerStatus, ViewStatus } from '@repairline/contracts/status';
import { behindSeconds } from '@repairline/event-store/reading/behind-seconds';
import { countDeadLetters } from '@repairline/event-store/dead-letters';
import type { AnyEvent, EventStore } from '@repairline/event-store/event-store';
import { readCheckpoints } from './checkpoints';

/** State, position and lag of each view, in the order given. */
export async function viewStatuses<E extends AnyEvent>(
  pool: Pool,
  store: Pick<EventStore<E>, 'readAll'>,
  views: readonly { name: string; version: number }[],
): Promise<ViewStatus[]> {
  const [checkpoints, deadLetters] = await Promise.all([readCheckpoints(pool), countDeadLetters(pool)]);
  const known = new Map(checkpoints.map((checkpoint) => [checkpoint.view, checkpoint]));
  const ages = new Map<number, Promise<number>>();
  const ageAfter = (position: number) => {
    const age = ages.get(position) ?? behindSeconds(store, position);
    ages.set(position, age);
    return age;
  };
  return Promise.all(
    views.map(async ({ name, version }) => {
      const checkpoint = known.get(name);
      const position = checkpoint?.position ?? 0;
      return {
        name,
        version,
        state: checkpoint && checkpoint.version >= version ? checkpoint.state : 'building',
        position,
        behindSeconds: await ageAfter(position),
        deadLetters: deadLetters[name] ?? 0,
      };
    }),
  );
}

/** Views of another service's log, reported together as one reader of it. Null before they have been built once. */
export async function followerStatus(
  pool: Pool,
  of: string,
  views: readonly { name: string }[],
): Promise<Omit<ConsumerStatus, 'name'> | null> {
  const [checkpoints, deadLetters] = await Promise.all([readCheckpoints(pool), countDeadLetters(pool)]);
  const found = checkpoints.filter(({ view }) => views.some(({ name }) => name === view));
  if (found.length < views.length) return null;
  const stopped = found.filter(({ state }) => state === 'stopped');
  const least = (some: typeof found) => Math.min(...some.map(({ position }) => position));
  return {
    of,
    position: least(found),
    stopped: stopped.length > 0 ? least(stopped) + 1 : null,
    deadLetters: views.reduce((sum, { name }) => sum + (deadLetters[name] ?? 0), 0),
  };
}
