import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@repairline/service-kit/testing/until';
import { inTransaction } from '@repairline/postgres/transaction';
import { readCheckpoints, viewFollower } from '../following/checkpoints';
import { skipDeadLetter } from '@repairline/event-store/dead-letters';
import { openParcels, parcels, weigh } from '../testing/parcels';

/** An earlier and a later program on one database, as while one replaces the other. */
describe('a view of a later version', () => {
  let log: Awaited<ReturnType<typeof openParcels>>;
  beforeEach(async () => (log = await openParcels()));
  afterEach(() => log.close());

  const doubled: typeof parcels.project = (row, envelope, key) => {
    const next = parcels.project(row, envelope, key);
    return next && { ...next, grams: next.grams * 2 };
  };
  const later = { ...parcels, version: 2, project: doubled };
  const slowly = { ...later, indexes: ['select pg_sleep(1.5)'] };
  const another = { ...parcels, name: 'more-parcels', table: 'more_parcels', indexes: [] };

  const version = async () => (await readCheckpoints(log.pool)).find(({ view }) => view === 'parcels')?.version;
  const gramsOf = async (parcel: string) => (await log.rows()).find((row) => row.parcel === parcel)?.grams;
  const epoch = async () => (await log.pool.query<{ epoch: number }>('select epoch from projector')).rows[0]!.epoch;

  /** Records one parcel after another until the condition holds, and checks that each is shown once it is answered. */
  async function workUntil(isOver: () => Promise<boolean>, views: { reached(position: number): Promise<void> }[]) {
    const unseen: string[] = [];
    let recorded = 0;
    for (; !(await isOver()); recorded += 1) {
      const parcel = randomUUID();
      const position = await log.record(weigh(parcel, 1));
      await views[recorded % views.length]!.reached(position);
      if ((await gramsOf(parcel)) === undefined) unseen.push(parcel);
    }
    return { recorded, unseen };
  }

  test('is built beside the live one, which shows every recorded event meanwhile', async () => {
    const old = await log.start([another, parcels]);
    await old.reached(await log.record(weigh('a', 1)));
    const next = await log.start([another, slowly]);
    const before = await workUntil(async () => (await version()) === 2, [old, next]);
    expect(before.unseen).toEqual([]);
    expect(before.recorded).toBeGreaterThan(10);
    let more = 50;
    const after = await workUntil(async () => (more -= 1) < 0, [old, next]);
    expect(after.unseen).toEqual([]);
    const rows = await log.rows();
    expect(rows).toHaveLength(1 + before.recorded + after.recorded);
    expect([...new Set(rows.map(({ grams }) => grams))]).toEqual([2]);
  });

  test('goes live in one step with the other views of its program', async () => {
    const old = await log.start([parcels, another]);
    await old.reached(await log.record(weigh('a', 1)));
    await log.start([later, { ...another, version: 2, indexes: ['select pg_sleep(0.5)'] }]);
    const seen = new Set<string>();
    await until(async () => {
      const versions = (await readCheckpoints(log.pool)).map((checkpoint) => checkpoint.version).join();
      seen.add(versions);
      return versions === '2,2';
    });
    expect([...seen]).toEqual(['1,1', '2,2']);
  });

  test('whose program ends during the build is built by the next; the earlier program continues meanwhile', async () => {
    const old = await log.start();
    await old.inPlace();
    await old.reached(await log.record(weigh('a', 1)));
    const lease = await epoch();
    const dying = await log.start([{ ...later, indexes: ['select pg_sleep(30)'] }]);
    const builder = "application_name = 'builder of repairs' and datname = current_database()";
    await until(async () => {
      const sleeping = `select 1 from pg_stat_activity where ${builder} and query like '%pg_sleep%' and state = 'active'`;
      return (await log.pool.query(sleeping)).rowCount === 1;
    });
    const stopping = dying.stop();
    await log.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${builder}`);
    await stopping;
    await old.reached(await log.record(weigh('b', 2)));
    expect(await gramsOf('b')).toBe(2);
    expect(await epoch()).toBe(lease);
    const next = await log.start([later]);
    await next.inPlace();
    await next.reached(await log.record(weigh('c', 3)));
    expect((await log.rows()).map(({ grams }) => grams)).toEqual([2, 4, 6]);
  });

  test('is not projected by an earlier program while a program of its own version is alive', async () => {
    const old = await log.start();
    await old.reached(await log.record(weigh('a', 1)));
    const next = await log.start([later]);
    await next.inPlace();
    await next.reached(await log.record(weigh('a', 2)));
    const lease = await epoch();
    await log.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'leader projector' and datname = current_database()",
    );
    await until(async () => (await epoch()) > lease);
    for (const grams of [3, 4, 5]) {
      await old.reached(await log.record(weigh('a', grams)), 5_000);
      expect(await gramsOf('a')).toBe(grams * 2);
    }
    await pause(1_500);
    expect(await epoch()).toBe(lease + 1);
    expect(await version()).toBe(2);
    expect(await old.health()).toMatchObject({ ok: true });
  });

  test('gives way to the earlier version when all its programs are gone, and returns with the next one', async () => {
    const old = await log.start();
    await old.reached(await log.record(weigh('a', 1)));
    const next = await log.start([later]);
    await next.inPlace();
    await next.reached(await log.record(weigh('b', 2)));
    await next.stop();
    const recorded = await log.record(weigh('c', 3));
    await expect(old.reached(recorded, 300)).rejects.toMatchObject({ code: 'views_behind' });
    await old.reached(recorded, 20_000);
    expect((await log.rows()).map(({ grams }) => grams)).toEqual([1, 2, 3]);
    expect(await version()).toBe(1);
    const again = await log.start([later]);
    await again.inPlace();
    await until(async () => (await version()) === 2);
    await old.reached(await log.record(weigh('d', 4)));
    expect((await log.rows()).map(({ grams }) => grams)).toEqual([2, 4, 6, 8]);
    const lease = await epoch();
    await pause(1_500);
    expect(await epoch()).toBe(lease);
  });

  test('that fails on an event leaves all views to the earlier program until that event is skipped', async () => {
    const old = await log.start([parcels, another]);
    await old.reached(await log.record(weigh('a', 1), weigh('b', 50)));
    const choosy: typeof parcels.project = (row, envelope, key) => {
      if (key === 'b') throw new RangeError('Not this one');
      return doubled(row, envelope, key);
    };
    const next = await log.start([
      { ...later, project: choosy },
      { ...another, version: 2 },
    ]);
    await next.inPlace();
    expect(await next.health()).toMatchObject({ ok: false, detail: { building: ['parcels', 'more-parcels'] } });
    await old.reached(await log.record(weigh('c', 3)));
    expect((await log.rows('more_parcels')).map(({ parcel }) => parcel)).toEqual(['a', 'b', 'c']);
    expect(await gramsOf('c')).toBe(3);
    expect(await skipDeadLetter(log.pool, viewFollower('parcels'), 2, 'somebody')).toBe(true);
    await until(async () => (await next.health()).ok);
    await old.reached(await log.record(weigh('d', 4)));
    expect((await log.rows()).map(({ parcel, grams }) => [parcel, grams])).toEqual([
      ['a', 2],
      ['c', 6],
      ['d', 8],
    ]);
  });

  test('does not wait for an earlier program that is gone', async () => {
    const old = await log.start();
    await old.reached(await log.record(weigh('a', 1)));
    await old.stop();
    const missed = await log.record(weigh('b', 2));
    const next = await log.start([later]);
    await next.inPlace();
    await next.reached(missed);
    expect((await log.rows()).map(({ grams }) => grams)).toEqual([2, 4]);
  });

  test('waits for open reads of the tables it replaces, and blocks neither these nor the projection', async () => {
    const old = await log.start([parcels, another]);
    await old.reached(await log.record(weigh('a', 1)));
    const versions = async () => (await readCheckpoints(log.pool)).map((checkpoint) => checkpoint.version);
    const isBuilderWaiting = async () => {
      const waiting = `select 1 from pg_stat_activity where application_name = 'builder of repairs'
        and datname = current_database() and wait_event_type = 'Lock'`;
      return (await log.pool.query(waiting)).rowCount === 1;
    };
    await inTransaction(log.pool, async (tx) => {
      await tx.query('select * from more_parcels');
      await log.start([later, { ...another, version: 2 }]);
      for (const grams of [2, 3]) {
        // One attempt to replace the tables, which gives up.
        await until(isBuilderWaiting);
        await until(async () => !(await isBuilderWaiting()));
        expect(await versions()).toEqual([1, 1]);
        await old.reached(await log.record(weigh('b', grams)), 5_000);
        expect((await tx.query('select grams from parcels order by parcel')).rows).toEqual([{ grams: 1 }, { grams }]);
      }
    });
    await until(async () => (await versions()).every((now) => now === 2));
    expect((await log.rows()).map(({ grams }) => grams)).toEqual([2, 6]);
  });
});
