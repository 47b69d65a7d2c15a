import type { Pool } from 'pg';
import type { ViewStanding } from '@repairline/contracts/standing';
import { behindSeconds } from '@repairline/event-store/behind-seconds';
import type { AnyEvent, EventStore } from '@repairline/event-store/event-store';
import { countDeadLetters, readCheckpoints } from './checkpoints';

/** State, position and lag of each view, in the order given. */
export async function viewStandings<E extends AnyEvent>(
  pool: Pool,
  store: Pick<EventStore<E>, 'readAll'>,
  views: readonly { name: string; version: number }[],
): Promise<ViewStanding[]> {
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
