import { retryDeadLetter, skipDeadLetter } from '@repairline/event-store/dead-letters';
import { viewFollower } from './checkpoints';
import { openParcels, parcels, weigh } from '../testing/parcels';
import { viewsOf } from '../view';
import { viewStatuses } from './view-status';

describe('an event that cannot be read', () => {
  let log: Awaited<ReturnType<typeof openParcels>>;
  beforeEach(async () => (log = await openParcels()));
  afterEach(() => log.close());

  const skipping = { ...parcels, name: 'skipped parcels', table: 'skipped_parcels', onPoison: 'pass over' } as const;
  const both = [parcels, { ...skipping, indexes: [] }];
  const letters = async () =>
    (await log.pool.query<object>('select follower, position, event_type, error from dead_letters order by follower'))
      .rows;
  const letter = { position: 2, event_type: 'ParcelWeighed', error: 'UnreadableEvent' };

  /** Three weighings, of which this program cannot read the second. */
  async function record(): Promise<number> {
    await log.record(weigh('a', 1));
    await log.recordLater(weigh('a', 2));
    return log.record(weigh('b', 3));
  }

  test('becomes a dead letter of each view, which stops before it or goes on without it, and holds up no callers', async () => {
    const views = await log.start(both);
    await views.inPlace();
    await views.reached(await record());
    expect(await letters()).toEqual([
      { follower: 'parcels', ...letter },
      { follower: 'skipped parcels', ...letter },
    ]);
    expect(await log.rows()).toMatchObject([{ parcel: 'a', grams: 1 }]);
    expect(await log.rows('skipped_parcels')).toMatchObject([
      { parcel: 'a', grams: 1 },
      { parcel: 'b', grams: 3 },
    ]);
    expect(await views.health()).toMatchObject({ ok: true, deadLetters: 2, detail: { stopped: ['parcels'] } });
  });

  test('becomes one also while views are being built', async () => {
    await record();
    const views = await log.start(both);
    await views.inPlace();
    expect(await letters()).toHaveLength(2);
    expect(await log.rows()).toMatchObject([{ parcel: 'a', grams: 1 }]);
  });

  test('can be retried once a program that knows it runs', async () => {
    const earlier = await log.start();
    await earlier.reached(await record());
    await earlier.stop();
    await log.start([parcels], { store: log.laterStore });
    await retryDeadLetter(log.pool, viewFollower('parcels'), 2);
    while ((await log.rows()).length < 2);
    expect(await log.rows()).toMatchObject([
      { parcel: 'a', grams: 2, times: 2 },
      { parcel: 'b', grams: 3 },
    ]);
    expect(await letters()).toEqual([]);
  });

  test('can be left out', async () => {
    const views = await log.start();
    await views.reached(await record());
    await skipDeadLetter(log.pool, viewFollower('parcels'), 2, 'somebody');
    while ((await log.rows()).length < 2) await views.reached(3);
    expect(await log.rows()).toMatchObject([
      { parcel: 'a', grams: 1 },
      { parcel: 'b', grams: 3 },
    ]);
  });

  test('says how long the view before it has been behind', async () => {
    const views = await log.start();
    await views.reached(await record());
    const [status] = await viewStatuses(log.pool, log.store, viewsOf(parcels));
    expect(status).toMatchObject({ state: 'stopped', position: 1, deadLetters: 1 });
    expect(status?.behindSeconds).toBeGreaterThan(0);
  });

  test('is in no notice, and those around it are', async () => {
    const told: number[] = [];
    const views = await log.start([parcels], {
      onCommitted: async (batch) => void told.push(...batch.filter(({ event }) => event.data).map((e) => e.position)),
    });
    await views.inPlace();
    await views.reached(await record());
    await views.stop();
    expect(told).toEqual([1, 3]);
  });
});
