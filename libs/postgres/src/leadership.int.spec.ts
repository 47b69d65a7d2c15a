import { once } from 'node:events';
import { Client } from 'pg';
import { createPool } from './pool';
import { createLogger } from '@repairline/service-kit/logger';
import { hasCandidates, whileLeader, whileNobodyLeads, type Candidacy } from './leadership';
import { createTestDatabase, type TestDatabase } from './testing/test-database';

const logger = createLogger('test', 'silent');

describe('leadership', () => {
  let database: TestDatabase;
  const candidacies: Candidacy[] = [];
  beforeEach(async () => (database = await createTestDatabase('repairs')));
  afterEach(async () => {
    await Promise.all(candidacies.splice(0).map((candidacy) => candidacy.stop()));
    await database.drop();
  });

  /** A candidate that counts how many replicas lead at a time. */
  function candidate(leading: Set<string>, most: number[], name: string): { candidacy: Candidacy; led: Promise<void> } {
    let announce = () => undefined as void;
    const led = new Promise<void>((resolve) => (announce = resolve));
    const candidacy = whileLeader(database.url, 'bench', logger, async (signal) => {
      leading.add(name);
      most.push(leading.size);
      announce();
      if (!signal.aborted) await once(signal, 'abort');
      leading.delete(name);
    });
    candidacies.push(candidacy);
    return { candidacy, led };
  }

  test('is held by one replica at a time and passes on when its holder stops', async () => {
    const leading = new Set<string>();
    const most: number[] = [];
    const one = candidate(leading, most, 'one');
    await one.led;
    const two = candidate(leading, most, 'two');
    await one.candidacy.stop();
    await two.led;
    expect([...leading]).toEqual(['two']);
    expect(Math.max(...most)).toBe(1);
  });

  test('is lost with its database connection, and acquired again', async () => {
    const leading = new Set<string>();
    const most: number[] = [];
    const { led } = candidate(leading, most, 'one');
    await led;
    const admin = new Client({ connectionString: database.adminUrl });
    await admin.connect();
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'leader bench'");
    await admin.end();
    while (most.length < 2) await new Promise((resolve) => setImmediate(resolve));
    expect(leading.size).toBe(1);
  });

  test('has candidates as long as a replica leads or waits to lead', async () => {
    const pool = createPool(database.url, 'test', 1);
    const one = candidate(new Set(), [], 'one');
    const two = candidate(new Set(), [], 'two');
    await Promise.race([one.led, two.led]);
    await one.candidacy.stop();
    await two.led;
    expect([await hasCandidates(pool, 'bench'), await hasCandidates(pool, 'beach')]).toEqual([true, false]);
    await two.candidacy.stop();
    while (await hasCandidates(pool, 'bench')) await new Promise((resolve) => setImmediate(resolve));
    await pool.end();
  });

  test('is nobody’s while work is done that a leader would disturb, and then somebody’s again', async () => {
    const leading = new Set<string>();
    const most: number[] = [];
    for (const name of ['one', 'two']) candidate(leading, most, name);
    while (leading.size === 0) await new Promise((resolve) => setImmediate(resolve));
    const pool = createPool(database.url, 'test', 1);
    const leases = await whileNobodyLeads(pool, 'bench', async () => {
      while (leading.size > 0) await new Promise((resolve) => setImmediate(resolve));
      const before = most.length;
      // Longer than a candidate waits before it asks again.
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      expect(most.length).toBe(before);
      return before;
    });
    while (most.length === leases) await new Promise((resolve) => setImmediate(resolve));
    await pool.end();
  });

  test('is awaited without holding a snapshot, which would keep PostgreSQL from vacuuming', async () => {
    await candidate(new Set(), [], 'one').led;
    candidate(new Set(), [], 'two');
    const admin = new Client({ connectionString: database.adminUrl });
    await admin.connect();
    const resting = `select from pg_stat_activity
      where application_name = 'leader bench' and query like '%advisory_lock%' and state = 'idle' and backend_xmin is null`;
    while ((await admin.query(resting)).rowCount !== 2) await new Promise((resolve) => setImmediate(resolve));
    await admin.end();
  });

  test('does not keep a waiting candidate from stopping', async () => {
    const leading = new Set<string>();
    const first = candidate(leading, [], 'one');
    await first.led;
    const second = candidate(leading, [], 'two');
    await second.candidacy.stop();
    expect([...leading]).toEqual(['one']);
  });
});
