import { emptyBuildSite, openBuildSite, openScratchSite, waitForBuildSite } from './build-site';
import { readCheckpoints, viewFollower } from '../following/checkpoints';
import { compareView } from './compare-view';
import { listDeadLetters, retryDeadLetter, skipDeadLetter } from '@repairline/event-store/dead-letters';
import { AnotherVersionError, rebuildView } from './rebuild';
import { openParcels, parcels, throwAway, weigh } from '../testing/parcels';

describe('a live view', () => {
  let log: Awaited<ReturnType<typeof openParcels>>;
  beforeEach(async () => (log = await openParcels()));
  afterEach(() => log.close());

  const rebuild = async (view = parcels, onProgress?: (done: number, target: number) => void) =>
    rebuildView({ ...(await log.building(view, waitForBuildSite)), onProgress });
  const killBuilders = () =>
    log.pool.query(
      "select pg_terminate_backend(pid, 10000) from pg_stat_activity where application_name = 'builder of repairs' and datname = current_database()",
    );
  const compare = async (view = parcels) => compareView(await log.building(view, openScratchSite));

  test('is rebuilt from the first event while it stays live, and each event counts once', async () => {
    const views = await log.start();
    await views.reached(await log.record(weigh('a', 1), weigh('a', 2), weigh('b', 3)));
    await log.pool.query("update parcels set grams = 77 where parcel = 'a'; delete from parcels where parcel = 'b'");
    const recording = (async () => {
      for (let grams = 10; grams < 40; grams += 1) await views.reached(await log.record(weigh('c', grams)));
    })();
    const seen: number[] = [];
    expect(await rebuild(parcels, (done) => seen.push(done))).toMatchObject({ state: 'live' });
    await recording;
    expect((await log.rows()).map(({ parcel, grams, times }) => [parcel, grams, times])).toEqual([
      ['a', 2, 2],
      ['b', 3, 1],
      ['c', 39, 30],
    ]);
    expect(seen.length).toBeGreaterThan(0);
    expect((await compare()).differences).toEqual([]);
  });

  test('that lags behind its log is up to date after its rebuild, and continues from there', async () => {
    const views = await log.start();
    await views.reached(await log.record(weigh('a', 1)));
    await views.stop();
    await log.record(weigh('a', 2), weigh('a', 3));
    await rebuild();
    expect(await log.rows()).toMatchObject([{ grams: 3, times: 3 }]);
    const again = await log.start();
    await again.reached(await log.record(weigh('a', 4)));
    expect(await log.rows()).toMatchObject([{ grams: 4, times: 4 }]);
  });

  test('that has moved far ahead during a long rebuild is caught up with and replaced', async () => {
    const views = await log.start();
    await views.reached(await log.record(weigh('a', 1)));
    const building = await log.building(parcels, waitForBuildSite);
    const clock = jest.spyOn(Date, 'now');
    // During the build come more events than may be taken in while the live view waits, and it takes longer than the
    // patience with readers.
    const head = async () => {
      const before = await log.store.head();
      if (before > 1) return before;
      await views.reached(await log.record(...Array.from({ length: 600 }, (_, grams) => weigh('b', grams + 1))));
      clock.mockImplementation(() => performance.timeOrigin + performance.now() + 120_000);
      return before;
    };
    try {
      expect(await rebuildView({ ...building, store: { ...building.store, head } })).toMatchObject({ state: 'live' });
    } finally {
      clock.mockRestore();
    }
    expect((await compare()).differences).toEqual([]);
  });

  test('is rebuilt by one process at a time, and from scratch by the next when the first was killed', async () => {
    await (await log.start()).reached(await log.record(weigh('a', 1)));
    const { site: first } = await log.building(parcels, waitForBuildSite);
    await first.transact((tx) => tx.query('create table repairs_rebuild.parcels (half text)'));
    expect(await openBuildSite(log.database.url, 'repairs')).toBeNull();
    await killBuilders();
    await expect(first.transact((tx) => tx.query('select 1'))).rejects.toThrow();
    expect(await rebuild()).toMatchObject({ position: 1 });
    expect(await log.rows()).toMatchObject([{ parcel: 'a' }]);
  });

  describe('after its rebuild leaves no rows beside it, which an erasure would not reach,', () => {
    const leftovers = async () =>
      (
        await log.pool.query<{ tablename: string }>(
          "select tablename from pg_tables where schemaname = 'repairs_rebuild'",
        )
      ).rows;
    beforeEach(async () => void (await (await log.start()).reached(await log.record(weigh('a', 1), weigh('b', 50)))));

    test('if it was done', async () => {
      await rebuild();
      await log.closeSites();
      expect(await leftovers()).toEqual([]);
    });

    test('if it failed on an event', async () => {
      expect(await rebuild({ ...parcels, project: refusing('b') })).toMatchObject({ state: 'stopped' });
      await log.closeSites();
      expect(await leftovers()).toEqual([]);
    });

    test('once somebody has looked, if its process was killed', async () => {
      const { site } = await log.building(parcels, waitForBuildSite);
      await site.transact((tx) => tx.query('create table repairs_rebuild.parcels (half text)'));
      await emptyBuildSite(log.database.url, 'repairs');
      expect(await leftovers()).toHaveLength(1);
      await killBuilders();
      await log.closeSites();
      await emptyBuildSite(log.database.url, 'repairs');
      expect(await leftovers()).toEqual([]);
    });
  });

  test('is not replaced by a rebuild that fails on an event', async () => {
    const views = await log.start();
    await views.reached(await log.record(weigh('a', 1), weigh('b', 50)));
    const picky = { ...parcels, project: refusing('b') };
    expect(await rebuild(picky)).toMatchObject({ state: 'stopped', position: 1 });
    expect((await log.rows()).map(({ parcel }) => parcel)).toEqual(['a', 'b']);
    expect(await readCheckpoints(log.pool)).toMatchObject([{ position: 2, state: 'live' }]);
    expect(await listDeadLetters(log.pool)).toEqual([]);
  });

  test('is not rebuilt by a program that has another version of it', async () => {
    await (await log.start()).reached(await log.record(weigh('a', 1)));
    await expect(rebuild({ ...parcels, version: 2 })).rejects.toThrow(AnotherVersionError);
  });

  test('is kept when a new version of it fails on an event', async () => {
    const old = await log.start();
    await old.reached(await log.record(weigh('a', 1), weigh('b', 50)));
    await old.stop();
    const next = await log.start([{ ...parcels, version: 2, project: refusing('b') }]);
    while ((await listDeadLetters(log.pool)).length === 0) await Promise.resolve();
    expect((await log.rows()).map(({ parcel }) => parcel)).toEqual(['a', 'b']);
    expect(await next.health()).toMatchObject({
      ok: false,
      detail: { building: ['parcels'], deadLetters: { parcels: 1 } },
    });
  });

  describe('compared with a build from the first event', () => {
    beforeEach(async () => {
      const views = await log.start();
      await views.reached(await log.record(weigh('a', 1), weigh('b', 2), weigh('c', 3), throwAway('c')));
    });

    test('has no differences when each row is equal', async () => {
      expect(await compare()).toEqual({ position: 4, rows: 2, differences: [] });
    });

    test('is reported by key and columns where a row is different, missing or extra', async () => {
      await log.pool
        .query(`update parcels set grams = 8, times = 9 where parcel = 'a'; delete from parcels where parcel = 'b';
        insert into parcels values ('z', 1, 1, now())`);
      const rows = [
        { key: 'a', how: 'different', columns: ['grams', 'times'] },
        { key: 'b', how: 'missing', columns: [] },
        { key: 'z', how: 'extra', columns: [] },
      ];
      expect((await compare()).differences).toEqual([{ kind: 'rows', count: 3, examples: rows }]);
    });

    test('is reported where an index, a column, the table or its checkpoint is missing', async () => {
      await log.pool.query('drop index parcels_by_weight');
      expect((await compare()).differences).toEqual([{ kind: 'index', name: 'parcels_by_weight' }]);
      await log.pool.query('alter table parcels drop column weighed_at');
      expect((await compare()).differences[0]).toEqual({ kind: 'columns' });
      await log.pool.query('drop table parcels');
      expect((await compare()).differences).toEqual([{ kind: 'absent' }]);
      await log.pool.query('delete from view_checkpoints');
      expect((await compare()).differences).toEqual([{ kind: 'absent' }]);
    });

    test('leaves no scratch table behind', async () => {
      await compare();
      await log.closeSites();
      const left = "select 1 from pg_tables where tablename = 'parcels' and schemaname <> 'repairs'";
      while ((await log.pool.query(left)).rowCount !== 0) await Promise.resolve();
    });
  });

  describe('that has stopped before a poison event', () => {
    let views: Awaited<ReturnType<typeof log.start>>;
    beforeEach(async () => {
      views = await log.start();
      await views.reached(await log.record(weigh('a', 1), weigh('a', -1), weigh('a', 3)));
    });
    const letter = [viewFollower('parcels'), 2] as const;

    test('is listed with that event as a dead letter', async () => {
      expect(await listDeadLetters(log.pool)).toMatchObject([
        { follower: 'parcels', position: 2, type: 'ParcelWeighed', error: 'RangeError', state: 'stopped' },
      ]);
    });

    test('continues without the event once it is skipped, also after a rebuild', async () => {
      expect(await skipDeadLetter(log.pool, ...letter, 'Ada')).toBe(true);
      await untilAt(3);
      expect(await log.rows()).toMatchObject([{ grams: 3, times: 2 }]);
      await rebuild();
      expect(await log.rows()).toMatchObject([{ grams: 3, times: 2 }]);
      expect(await listDeadLetters(log.pool)).toMatchObject([{ position: 2, state: 'skipped' }]);
      expect((await compare()).differences).toEqual([]);
      expect(await skipDeadLetter(log.pool, ...letter, 'Ada')).toBe(true);
      expect(await skipDeadLetter(log.pool, letter[0], 3, 'Ada')).toBe(false);
    });

    test('is still asked about an event that was left out and is retried before a rebuild can apply it', async () => {
      await skipDeadLetter(log.pool, ...letter, 'Ada');
      await untilAt(3);
      expect(await retryDeadLetter(log.pool, ...letter)).toBe('rebuild');
      expect(await rebuild()).toMatchObject({ state: 'stopped' });
      await log.closeSites();
      expect(await listDeadLetters(log.pool)).toMatchObject([{ position: 2, state: 'passed over' }]);
      expect(await skipDeadLetter(log.pool, ...letter, 'Ada')).toBe(true);
      expect(await rebuild()).toMatchObject({ state: 'live' });
      await log.closeSites();
      expect(await retryDeadLetter(log.pool, ...letter)).toBe('rebuild');
      expect(await rebuild({ ...parcels, project: forgiving })).toMatchObject({ state: 'live' });
      expect(await log.rows()).toMatchObject([{ grams: 3, times: 3 }]);
      expect(await listDeadLetters(log.pool)).toEqual([]);
    });

    test('stops there again when the event is retried and nothing has been fixed', async () => {
      expect(await retryDeadLetter(log.pool, ...letter)).toBe('nothing');
      while ((await listDeadLetters(log.pool)).length === 0) await Promise.resolve();
      expect(await readCheckpoints(log.pool)).toMatchObject([{ position: 1, state: 'stopped' }]);
    });

    test('applies the event when it is retried by a program that can', async () => {
      await views.stop();
      await log.start([{ ...parcels, project: forgiving }]);
      expect(await retryDeadLetter(log.pool, ...letter)).toBe('nothing');
      await untilAt(3);
      expect(await log.rows()).toMatchObject([{ grams: 3, times: 3 }]);
      expect(await retryDeadLetter(log.pool, ...letter)).toBeUndefined();
    });
  });

  test('that has stopped before an event without a key continues once it is skipped, also after a rebuild', async () => {
    const nameless = 'of nobody';
    const rowsOf: typeof parcels.rowsOf = ({ data: { parcel } }) =>
      parcel === nameless ? [undefined as never] : [parcel];
    const view = { ...parcels, rowsOf };
    const views = await log.start([view]);
    await views.reached(await log.record(weigh('a', 1), weigh(nameless, 2), weigh('a', 3)));
    expect(await listDeadLetters(log.pool)).toMatchObject([{ position: 2, error: 'TypeError', state: 'stopped' }]);
    expect(await skipDeadLetter(log.pool, viewFollower('parcels'), 2, 'Ada')).toBe(true);
    await untilAt(3);
    expect(await rebuild(view)).toMatchObject({ state: 'live', position: 3 });
    expect(await log.rows()).toMatchObject([{ parcel: 'a', grams: 3, times: 2 }]);
    expect((await compare(view)).differences).toEqual([]);
  });

  async function untilAt(position: number): Promise<void> {
    while ((await readCheckpoints(log.pool))[0]?.position !== position) await Promise.resolve();
  }

  const forgiving: typeof parcels.project = (row, envelope, key) => {
    const { event } = envelope;
    if (event.type !== 'ParcelWeighed' || event.data.grams >= 0) return parcels.project(row, envelope, key);
    return parcels.project(row, { ...envelope, event: { ...event, data: { ...event.data, grams: 0 } } }, key);
  };

  function refusing(parcel: string): typeof parcels.project {
    return (row, envelope, key) => {
      if (key === parcel) throw new TypeError('not this one');
      return parcels.project(row, envelope, key);
    };
  }
});
