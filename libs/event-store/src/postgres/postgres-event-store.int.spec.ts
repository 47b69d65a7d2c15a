import { createPool } from '@repairline/service-kit/database';
import { createTestDatabase } from '@repairline/service-kit/testing/test-database';
import { Client, Pool } from 'pg';
import { openPostgresKeyring } from '../personal-data/postgres-keyring';
import { describeEventStore } from '../testing/event-store-contract';
import { byCommand, lent, loanRegistry, returned } from '../testing/sample-events';
import { createPostgresEventStore } from './postgres-event-store';

async function openStore() {
  const database = await createTestDatabase('repairs');
  const connectionString = database.url;
  const pools: Pool[] = [];
  function newPool(pool: Pool): Pool {
    pool.on('error', () => undefined);
    pools.push(pool);
    return pool;
  }
  const pool = newPool(new Pool({ connectionString, max: 4 }));
  const servicePool = () => newPool(createPool(connectionString, 'event-store-spec', 4));
  const keyring = await openPostgresKeyring({ pool, connectionString, dataKey: Buffer.alloc(32, 7) });
  return {
    connectionString,
    adminUrl: database.adminUrl,
    pool,
    keyring,
    newPool,
    another: () => createPostgresEventStore({ pool: servicePool(), connectionString, registry: loanRegistry, keyring }),
    async close() {
      await keyring.close();
      await Promise.all(pools.map((open) => open.end()));
      await database.drop();
    },
  };
}

describeEventStore('PostgreSQL', openStore);

describe('the log in PostgreSQL', () => {
  let under: Awaited<ReturnType<typeof openStore>>;
  beforeEach(async () => (under = await openStore()));
  afterEach(() => under.close());

  async function inTransaction(work: (client: Client) => Promise<void>): Promise<void> {
    const client = new Client({ connectionString: under.connectionString });
    await client.connect();
    try {
      await client.query('BEGIN');
      await work(client);
    } finally {
      await client.end();
    }
  }

  const appendRaw = `SELECT * FROM append_events('[{"stream": "loan-raw", "expected": 0, "correlationId": "c",
    "commandId": "00000000-0000-4000-8000-000000000001", "events": [{"id": "00000000-0000-4000-8000-000000000002",
    "type": "DeviceReturned", "version": 1, "data": {"deviceId": "raw", "late": true},
    "occurredAt": "2026-01-05T08:00:00Z"}]}]')`;

  test('a transaction held open elsewhere in the database delays neither writers nor readers', async () => {
    const store = under.another();
    await inTransaction(async (client) => {
      await client.query('CREATE TABLE held_open AS SELECT txid_current()');
      await store.append('loan-1', 0, [lent('1')], byCommand());
      expect(await store.readAll(0, 10)).toHaveLength(1);
      await client.query('ROLLBACK');
    });
  });

  test('while an append is not committed nothing later becomes visible; once it is, all come in order', async () => {
    const store = under.another();
    await store.append('loan-1', 0, [lent('1')], byCommand());
    await inTransaction(async (client) => {
      await client.query(appendRaw);
      const waiting = store.append('loan-1', 1, [returned('1')], byCommand());
      await until(async () => (await lockWaiters(under.pool)) === 1);
      expect((await store.readAll(0, 10)).map(({ position }) => position)).toEqual([1]);
      await client.query('COMMIT');
      expect(await waiting).toMatchObject({ status: 'appended', position: 3 });
    });
    expect((await store.readAll(1, 10)).map(({ stream }) => stream)).toEqual(['loan-raw', 'loan-1']);
  });

  test('a pool that reads moments and numbers as PostgreSQL’s client does by default serves as well', async () => {
    const { pool, connectionString, keyring } = under;
    const plain = createPostgresEventStore({ pool, connectionString, registry: loanRegistry, keyring });
    await plain.append('loan-1', 0, [lent('1')], byCommand());
    expect(await plain.readAll(0, 10)).toEqual(await under.another().readAll(0, 10));
  });

  test('an append that is rolled back leaves no gap', async () => {
    const store = under.another();
    await inTransaction(async (client) => {
      await client.query(appendRaw);
      await client.query('ROLLBACK');
    });
    expect(await store.append('loan-1', 0, [lent('1')], byCommand())).toMatchObject({ position: 1 });
  });

  test('a snapshot from before the lock cannot be appended on', async () => {
    await inTransaction(async (client) => {
      await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      await expect(client.query(appendRaw)).rejects.toThrow('READ COMMITTED');
    });
  });

  test.each(['UPDATE events SET type = type', 'DELETE FROM events', 'TRUNCATE events', 'DROP TABLE events'])(
    'the service may not %s',
    async (statement) => {
      await under.another().append('loan-1', 0, [lent('1')], byCommand());
      await expect(under.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
    },
  );

  test('of appends that go together only the one at fault is rejected', async () => {
    const store = under.another();
    const guilty = { ...byCommand(), correlationId: 'no NUL \u0000 in PostgreSQL text' };
    const results = await store.appendMany(
      ['1', '2', '3', '4', '5'].map((device) => ({
        stream: `loan-${device}`,
        expected: 0,
        events: [lent(device)],
        context: device === '3' ? guilty : byCommand(),
      })),
    );
    expect(results.map(({ status }) => status)).toEqual(['appended', 'appended', 'rejected', 'appended', 'appended']);
    expect((await store.readAll(0, 10)).map(({ position }) => position)).toEqual([1, 2, 3, 4]);
  });

  test('processes that append side by side leave no gap, and each append goes through once', async () => {
    const stores = [under.another(), under.another(), under.another()];
    const results = await Promise.all(
      stores.flatMap((store, process) =>
        Array.from({ length: 40 }, async (_, number) => {
          const stream = `loan-${process}-${number}`;
          const first = await store.append(stream, 0, [lent('1')], byCommand());
          return [first, await store.append(stream, 1, [returned('1')], byCommand())];
        }),
      ),
    );
    const positions = results.flat().map((result) => (result.status === 'appended' ? result.position : result.status));
    expect(positions.toSorted((one, other) => Number(one) - Number(other))).toEqual(upTo(240));
    expect((await stores[0]!.readAll(0, 300)).map(({ position }) => position)).toEqual(upTo(240));
  });

  test.each([
    ['a stream as it was seen', 0],
    ['any version of a stream', 'any'],
  ] as const)(
    'a connection that has known the log when it was empty does not read it through to append to %s',
    async (_, expected) => {
      const { connectionString, keyring } = under;
      const pool = under.newPool(new Pool({ connectionString, max: 1 }));
      const store = createPostgresEventStore({ pool, connectionString, registry: loanRegistry, keyring });
      const append = (device: number) => store.append(`loan-${device}`, expected, [lent(`${device}`)], byCommand());
      // PostgreSQL settles for one plan when it has run a statement five times.
      for (let device = 1; device <= 10; device += 1) await append(device);
      const before = await rowsReadThrough(pool);
      for (let device = 11; device <= 20; device += 1) await append(device);
      expect(await rowsReadThrough(pool)).toBe(before);
    },
  );

  test('where nothing has come between, the database looks for neither versions nor commands', async () => {
    const { connectionString, keyring } = under;
    const pool = under.newPool(new Pool({ connectionString, max: 1 }));
    const store = createPostgresEventStore({ pool, connectionString, registry: loanRegistry, keyring });
    await under.another().append('loan-1', 0, [lent('1')], byCommand());
    await store.readStream('loan-1');
    const before = await indexLooks(pool);
    for (let version = 1; version <= 5; version += 1) await store.append('loan-1', version, [lent('1')], byCommand());
    await store.append('loan-1', 'any', [lent('1')], byCommand());
    await store.append('loan-2', 0, [lent('2')], byCommand());
    expect(await indexLooks(pool)).toBe(before);
  });

  test('what is appended is announced to those who listen, with its position', async () => {
    const heard: string[] = [];
    await inTransaction(async (client) => {
      client.on('notification', ({ payload = '' }) => heard.push(payload));
      await client.query('COMMIT; LISTEN repairs_log');
      const store = under.another();
      await store.append('loan-1', 0, [lent('1'), returned('1')], byCommand());
      await until(async () => (await client.query('SELECT 1')) && heard.includes('2'));
      await store.append('loan-2', 0, [lent('2')], byCommand());
      await until(async () => (await client.query('SELECT 1')) && heard.includes('3'));
    });
    expect(heard).toEqual(['2', '3']);
  });

  test('a store that is out of reach rejects, and serves again when it is back', async () => {
    const store = under.another();
    await store.append('loan-1', 0, [lent('1')], byCommand());
    const client = new Client({ connectionString: under.adminUrl });
    await client.connect();
    await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE usename = 'repairline_repairs' AND datname = current_database()`);
    await client.end();
    await until(() =>
      store.head().then(
        (head) => head === 1,
        () => false,
      ),
    );
    expect(await store.append('loan-1', 1, [returned('1')], byCommand())).toMatchObject({ position: 2 });
  });
});

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

/** How many events have been read by looking through the table, as this connection has told the statistics. */
async function rowsReadThrough(pool: Pool): Promise<number> {
  await pool.query('SELECT pg_stat_force_next_flush()');
  const text = `SELECT seq_tup_read FROM pg_stat_user_tables WHERE relid = 'events'::regclass`;
  return Number((await pool.query<{ seq_tup_read: string }>(text)).rows[0]?.seq_tup_read);
}

/** How often something was looked for in the index of streams. */
async function indexLooks(pool: Pool): Promise<number> {
  await pool.query('SELECT pg_stat_force_next_flush()');
  const text = `SELECT idx_scan FROM pg_stat_user_indexes WHERE indexrelname = 'events_by_stream_version'`;
  const [found] = (await pool.query<{ idx_scan: string }>(text)).rows;
  if (!found) throw new Error('The index of streams has another name');
  return Number(found.idx_scan);
}

async function lockWaiters(pool: Pool): Promise<number> {
  const text = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  return (await pool.query(text)).rowCount ?? 0;
}

/** Looks until something that is under way has come about; the test's own time limit ends the wait. */
async function until(happened: () => Promise<boolean>): Promise<void> {
  while (!(await happened()));
}
