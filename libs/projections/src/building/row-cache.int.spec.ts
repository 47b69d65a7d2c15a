import { createPool } from '@repairline/postgres/pool';
import { inTransaction, inTransactionOn } from '@repairline/postgres/transaction';
import { writeChanges } from '../apply-batch';
import { createRowCache } from './row-cache';
import { openParcels, parcels, type ParcelEvent } from '../testing/parcels';
import { viewsOf } from '../view';
import { createTable } from '../view-table';

describe('rows of a table that is being built', () => {
  let log: Awaited<ReturnType<typeof openParcels>>;
  beforeEach(async () => (log = await openParcels()));
  afterEach(() => log.close());
  const [view] = viewsOf<ParcelEvent>(parcels);
  const row = (parcel: string, grams: number) => ({ parcel, grams, times: 1, weighed_at: '2026-11-20T08:00:00.000Z' });

  test('read the same whether they are cached, flushed, or evicted and loaded again', async () => {
    const pool = createPool(log.database.url, 'row-cache-spec', 1, { pipeline: false });
    const tx = await pool.connect();
    await tx.query('set search_path = repairs_rebuild, repairs, public');
    const within = <Result>(work: (client: typeof tx) => Promise<Result>) => inTransactionOn(tx, 'begin', work);
    await within((client) => createTable(client, 'repairs_rebuild', view!));
    const cache = createRowCache(view!, 2);
    const checkpoint = { view: view!.name, version: 1, position: 0, state: 'live' } as const;
    async function flush() {
      const { created, changed, deletes } = cache.unwritten();
      const change = { view: view!, upserts: [...created, ...changed], deletes, poison: [], checkpoint };
      await within((client) => writeChanges(client, [change]));
      cache.flushed();
    }
    cache.change({ upserts: [row('a', 1), row('b', 2), row('c', 3)], deletes: [] });
    expect(cache.isFull()).toBe(true);
    await flush();
    const again = await cache.of(['a', 'c', 'new'], within);
    expect([again.get('a'), again.get('c'), again.get('new')]).toEqual([row('a', 1), row('c', 3), undefined]);
    cache.change({ upserts: [row('a', 10), row('d', 4)], deletes: ['b', 'c'] });
    expect((await cache.of(['b'], within)).get('b')).toBeUndefined();
    await flush();
    expect((await cache.of(['b'], within)).get('b')).toBeUndefined();
    const { rows } = await tx.query('select * from repairs_rebuild.parcels order by parcel');
    expect(rows).toEqual([row('a', 10), row('d', 4)]);
    tx.release();
    await pool.end();
    await inTransaction(log.pool, (client) => client.query('drop table repairs_rebuild.parcels'));
  });
});
