import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, QueryConfig } from 'pg';
import type { HealthCheck } from '@repairline/service-kit/monitoring/health';
import { inTransaction } from '@repairline/postgres/transaction';
import { writeChanges } from '../apply-batch';
import { beginEpoch, FencedError, pauseLiveViews, readCheckpoints, renewToken, viewFollower } from './checkpoints';
import { skipDeadLetter } from '@repairline/event-store/dead-letters';
import { until } from '@repairline/service-kit/testing/until';
import { openParcels, parcels, throwAway, weigh, type ParcelEvent } from '../testing/parcels';
import { viewsOf } from '../view';

describe('views', () => {
  let log: Awaited<ReturnType<typeof openParcels>>;
  beforeEach(async () => (log = await openParcels()));
  afterEach(() => log.close());

  const detail = (health: HealthCheck) =>
    health.detail as { stopped: string[]; deadLetters: Record<string, number>; building: string[] };

  test('show events recorded before they existed and events recorded afterwards', async () => {
    await log.record(weigh('a', 10), weigh('b', 20), weigh('a', 12));
    const views = await log.start();
    await views.reached(3);
    const last = await log.record(throwAway('b'), weigh('c', 5));
    await views.reached(last);
    expect((await log.rows()).map(({ parcel, grams, times }) => ({ parcel, grams, times }))).toEqual([
      { parcel: 'a', grams: 12, times: 2 },
      { parcel: 'c', grams: 5, times: 1 },
    ]);
    expect(await readCheckpoints(log.pool)).toEqual([{ view: 'parcels', version: 1, position: last, state: 'live' }]);
  });

  test('continue from their checkpoint after a restart, each event counted once', async () => {
    const first = await log.start();
    await first.reached(await log.record(weigh('a', 1), weigh('a', 2)));
    await first.stop();
    const missed = await log.record(weigh('a', 3));
    const second = await log.start();
    await second.reached(missed);
    expect(await log.rows()).toMatchObject([{ parcel: 'a', grams: 3, times: 3 }]);
  });

  test('are announced only after their rows are committed', async () => {
    const seen: { upTo: number }[] = [];
    const views = await log.start([parcels], {
      onCommitted: async (batch, stretch) => {
        const { rows } = await log.pool.query<{ times: number }>('select times from parcels');
        const told = { ...stretch, events: batch.length, times: rows[0]?.times };
        seen.push(told);
      },
    });
    for (const grams of [1, 2, 3]) {
      const position = await log.record(weigh('a', grams));
      await views.reached(position);
      // Otherwise the announcement could already read what the next event changes.
      await until(() => seen.some(({ upTo }) => upTo >= position));
    }
    await views.stop();
    // The first event may have been part of the view's build, which is not announced.
    expect(seen.slice(-2)).toEqual([
      { after: 1, upTo: 2, events: 1, times: 2 },
      { after: 2, upTo: 3, events: 1, times: 3 },
    ]);
  });

  test('announce their position at the start of each lease, as the last announcement before may be lost', async () => {
    const first = await log.start();
    const last = await log.record(weigh('a', 1));
    await first.reached(last);
    await first.stop();
    const told: unknown[] = [];
    await log.start([parcels], { onCommitted: async (batch, stretch) => void told.push({ ...stretch, batch }) });
    while (told.length === 0) await pause(20);
    expect(told).toEqual([{ after: last, upTo: last, batch: [] }]);
  });

  test('that do not reach an event in time answer views_behind; it stays recorded and is shown later', async () => {
    const views = await log.start();
    await views.inPlace();
    await views.reached(await log.record(weigh('a', 1)));
    const behind = await inTransaction(log.pool, async (tx) => {
      await pauseLiveViews(tx);
      const recorded = await log.record(weigh('a', 2));
      await expect(views.reached(recorded, 30)).rejects.toMatchObject({ code: 'views_behind' });
      expect(await log.rows()).toMatchObject([{ grams: 1, times: 1 }]);
      return recorded;
    });
    expect(await log.store.readAll(behind - 1, 10)).toMatchObject([{ position: behind, event: weigh('a', 2) }]);
    await views.reached(behind, 10_000);
    expect(await log.rows()).toMatchObject([{ grams: 2, times: 2 }]);
  });

  test('that declare stop halt before a poison event, keep earlier rows, report it and hold up no callers', async () => {
    const views = await log.start();
    await views.reached(await log.record(weigh('a', 1)));
    await views.reached(await log.record(weigh('a', 2), weigh('b', -1), weigh('a', 3)));
    expect(await log.rows()).toMatchObject([{ parcel: 'a', grams: 2, times: 2 }]);
    expect(detail(await views.health())).toMatchObject({ stopped: ['parcels'], deadLetters: { parcels: 1 } });
    const { rows } = await log.pool.query('select follower, position, event_type, error from dead_letters');
    expect(rows).toEqual([{ follower: 'parcels', position: 3, event_type: 'ParcelWeighed', error: 'RangeError' }]);
  });

  test('that have stopped answer views_behind to callers that wait for that view, until it goes on', async () => {
    const views = await log.start();
    const before = await log.record(weigh('a', 1));
    await views.reached(before);
    const after = await log.record(weigh('a', -1), weigh('a', 2));
    await views.reached(after);
    await views.shows('parcels', before);
    await expect(views.shows('parcels', after)).rejects.toMatchObject({
      code: 'views_behind',
      message: expect.stringContaining('has stopped') as string,
    });
    await skipDeadLetter(log.pool, viewFollower('parcels'), before + 1, 'somebody');
    await untilPosition(after);
    await views.shows('parcels', after);
    expect(await log.rows()).toMatchObject([{ grams: 2, times: 2 }]);
  });

  test('hold up no callers when all of them have stopped, even on a replica that has just started', async () => {
    const last = await log.record(weigh('a', 1), weigh('a', -1), weigh('a', 3));
    const first = await log.start();
    await first.inPlace();
    const second = await log.start();
    await second.reached(last);
    expect(await readCheckpoints(log.pool)).toMatchObject([{ position: 1, state: 'stopped' }]);
  });

  test('that declare skip leave a poison event out and go on', async () => {
    const views = await log.start([{ ...parcels, onPoison: 'pass over' }]);
    await views.reached(await log.record(weigh('a', 1), weigh('a', -1), weigh('a', 3)));
    expect(await log.rows()).toMatchObject([{ grams: 3, times: 2 }]);
    expect(detail(await views.health())).toMatchObject({ stopped: [], deadLetters: { parcels: 1 } });
  });

  test('that declare skip leave out only the event of a batch whose row the database refuses', async () => {
    const views = await log.start([{ ...parcels, onPoison: 'pass over' }]);
    const last = await log.record(weigh('a', 1), weigh('b', 5_000_000), weigh('c', 3));
    await views.reached(last);
    expect((await log.rows()).map(({ parcel }) => parcel)).toEqual(['a', 'c']);
    const { rows } = await log.pool.query<{ position: number }>('select position from dead_letters');
    expect(rows.map(({ position }) => position)).toEqual([2]);
  });

  test('that declare skip leave out only the event of a batch whose key does not fit its column', async () => {
    const views = await log.start([
      { ...parcels, columns: { ...parcels.columns, parcel: 'uuid' }, onPoison: 'pass over' },
    ]);
    const [one, other] = [randomUUID(), randomUUID()].sort() as [string, string];
    await views.reached(await log.record(weigh(one, 1)));
    await views.reached(await log.record(weigh(one, 2), weigh('not one', 2), weigh(other, 3)));
    expect((await log.rows()).map(({ parcel, times }) => [parcel, times])).toEqual([
      [one, 2],
      [other, 1],
    ]);
    const { rows } = await log.pool.query('select position, error from dead_letters');
    expect(rows).toEqual([{ position: 3, error: 'error 22P02' }]);
  });

  test('leave out only the event whose row the database refuses also while they are being built', async () => {
    await log.record(weigh('a', 1), weigh('b', 5_000_000), weigh('c', 3));
    const skipping = await log.start([{ ...parcels, onPoison: 'pass over' }]);
    await skipping.reached(3);
    expect((await log.rows()).map(({ parcel }) => parcel)).toEqual(['a', 'c']);
    const { rows } = await log.pool.query<{ position: number }>('select position from dead_letters');
    expect(rows.map(({ position }) => position)).toEqual([2]);
  });

  test('of a new version are built from the first event while the old ones go on, then replace them', async () => {
    const old = await log.start();
    await old.reached(await log.record(weigh('a', 1)));
    const weights = async () => (await log.rows()).map(({ parcel, grams }) => `${parcel} ${grams}`);
    const held = await log.pool.connect();
    await held.query('select pg_advisory_lock(7)');
    const indexes = [...parcels.indexes, 'select pg_advisory_xact_lock(7)'];
    const views = await log.start([{ ...parcels, version: 2, project: doubled, indexes }]);
    try {
      await untilBuilderWaits();
      await old.reached(await log.record(weigh('b', 2)));
      expect(await weights()).toEqual(['a 1', 'b 2']);
      await old.reached(await log.record(weigh('a', 3)));
      expect(await weights()).toEqual(['a 3', 'b 2']);
      expect(await readCheckpoints(log.pool)).toMatchObject([{ version: 1, position: 3 }]);
    } finally {
      await held.query('select pg_advisory_unlock(7)');
      held.release();
    }
    await untilVersion(2);
    await views.reached(await log.record(weigh('c', 4)), 10_000);
    expect(await weights()).toEqual(['a 6', 'b 4', 'c 8']);
    const { rows } = await log.pool.query(
      "select indexname from pg_indexes where schemaname = 'repairs' and tablename = 'parcels'",
    );
    expect(rows).toContainEqual({ indexname: 'parcels_by_weight' });
    expect(await log.pool.query("select 1 from pg_tables where schemaname = 'repairs_rebuild'")).toMatchObject({
      rowCount: 0,
    });
  });

  test('show all old rows until all new rows replace them in one step', async () => {
    const old = await log.start();
    await old.reached(await log.record(weigh('a', 1), weigh('b', 2)));
    await old.stop();
    const building = { ...parcels, version: 2, project: doubled, indexes: ['select pg_sleep(0.5)'] };
    await log.start([building]);
    const shown = new Set<string>();
    while ((await readCheckpoints(log.pool)).some(({ version }) => version !== 2)) {
      shown.add((await log.rows()).map(({ grams }) => grams).join());
    }
    shown.add((await log.rows()).map(({ grams }) => grams).join());
    expect([...shown]).toEqual(['1,2', '2,4']);
  });

  test('that are being built report their progress', async () => {
    await log.record(weigh('a', 1), weigh('b', 1), weigh('c', 1));
    const views = await log.start([{ ...parcels, indexes: ['select pg_sleep(0.5)'] }]);
    const progress = async () => ((await views.health()).detail as { progress?: unknown }).progress;
    while ((await progress()) === undefined) await Promise.resolve();
    expect(await progress()).toEqual({ done: 3, of: 3 });
    await views.inPlace();
    expect(await progress()).toBeUndefined();
  });

  test('are built by one replica at a time; others of the same version wait for it', async () => {
    await log.record(weigh('a', 1));
    const slow = { ...parcels, indexes: ['select pg_sleep(2.5)'] };
    const [first, second] = [await log.start([slow]), await log.start([slow])];
    while (!(await first.health()).ok || !(await second.health()).ok) await pause(50);
    // Epoch 2: put in place once, and projected in one lease.
    await first.reached(await log.record(weigh('a', 2)));
    expect((await log.pool.query('select epoch from projector')).rows).toEqual([{ epoch: 2 }]);
  });

  test('that are being built for the first time hold up callers until all of them show the event', async () => {
    const recorded = await log.record(weigh('a', 1));
    const slow = { ...parcels, name: 'slow-parcels', table: 'slow_parcels', indexes: ['select pg_sleep(0.4)'] };
    const views = await log.start([parcels, slow]);
    await expect(views.reached(recorded, 100)).rejects.toMatchObject({ code: 'views_behind' });
    await views.reached(await log.record(weigh('a', 2)));
    expect(await log.rows('slow_parcels')).toMatchObject([{ grams: 2 }]);
  });

  test('are written by one process at a time: a projector whose epoch has ended cannot write', async () => {
    const mine = await beginEpoch(log.pool, 'one');
    await beginEpoch(log.pool, 'one');
    const checkpoint = { view: 'parcels', version: 1, position: 9, state: 'live' } as const;
    const [view] = viewsOf<ParcelEvent>(parcels);
    const change = { view: view!, upserts: [], deletes: [], poison: [], checkpoint };
    expect(await writeChanges(log.pool, [change], { ...mine!, channel: null, shown: 9 })).toBe(false);
    expect(await readCheckpoints(log.pool)).toEqual([]);
    await expect(renewToken(log.pool, mine!.epoch)).rejects.toThrow(FencedError);
  });

  test('continue from the rows of a table that has replaced the one they were reading', async () => {
    const views = await log.start();
    await views.inPlace();
    await views.reached(await log.record(weigh('a', 1)));
    const last = await inTransaction(log.pool, async (tx) => {
      await pauseLiveViews(tx);
      const recorded = await log.record(weigh('a', 2));
      await untilProjectorWaits();
      await tx.query('update parcels set times = 100');
      return recorded;
    });
    await views.reached(last);
    expect(await log.rows()).toMatchObject([{ grams: 2, times: 101 }]);
    await views.reached(await log.record(weigh('a', 3)));
    expect(await log.rows()).toMatchObject([{ grams: 3, times: 102 }]);
  });

  test('count an event once if the connection breaks after its rows are written but before the answer', async () => {
    const connection = losingAnswers(log.pool);
    const views = await log.start([parcels], { pool: connection.pool });
    await views.reached(await log.record(weigh('a', 1)));
    connection.loseNext();
    const last = await log.record(weigh('a', 2));
    await views.reached(last, 10_000);
    await views.reached(await log.record(weigh('a', 3)), 10_000);
    expect(connection.lost()).toBe(1);
    expect(await log.rows()).toMatchObject([{ grams: 3, times: 3 }]);
  });

  test('are taken over by another process when the first one ends', async () => {
    const first = await log.start();
    await first.reached(await log.record(weigh('a', 1)));
    const second = await log.start();
    await second.reached(await log.record(weigh('a', 2)));
    await first.stop();
    await second.reached(await log.record(weigh('a', 3)), 10_000);
    expect(await log.rows()).toMatchObject([{ times: 3 }]);
  });

  /** A pool that carries out the next write of views and then fails as if its connection had been reset. */
  function losingAnswers(whole: Pool) {
    let isLosing = false;
    let lost = 0;
    const pool = Object.create(whole) as Pool;
    const query = async (asked: string | QueryConfig, values?: unknown[]) => {
      const answer = await whole.query(asked as string, values);
      if (!isLosing || typeof asked === 'string' || !asked.name?.startsWith('write views')) return answer;
      isLosing = false;
      lost += 1;
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    };
    return { pool: Object.assign(pool, { query }), loseNext: () => (isLosing = true), lost: () => lost };
  }

  const doubled: typeof parcels.project = (row, envelope, key) => {
    const next = parcels.project(row, envelope, key);
    return next && { ...next, grams: next.grams * 2 };
  };

  /** Polls until somebody waits for the projector's row; the test's time limit ends a wait in vain. */
  async function untilProjectorWaits(): Promise<void> {
    const waiting = `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%from projector%'`;
    while ((await log.pool.query(waiting)).rowCount === 0);
  }

  /** Polls until the builder of a new version waits for a lock; the test's time limit ends a wait in vain. */
  async function untilBuilderWaits(): Promise<void> {
    const waiting = `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and application_name = 'builder of repairs'`;
    while ((await log.pool.query(waiting)).rowCount === 0);
  }

  /** Polls until the checkpoint has that position; the test's time limit ends a wait in vain. */
  async function untilPosition(position: number): Promise<void> {
    while ((await readCheckpoints(log.pool)).some((checkpoint) => checkpoint.position !== position));
  }

  /** Polls until the checkpoint has that version; the test's time limit ends a wait in vain. */
  async function untilVersion(version: number): Promise<void> {
    while ((await readCheckpoints(log.pool)).some((checkpoint) => checkpoint.version !== version));
  }
});
