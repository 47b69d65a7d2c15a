import { randomUUID } from 'node:crypto';
import { Client, type Pool } from 'pg';
import { createPool } from '@repairline/postgres/pool';
import { until } from '@repairline/service-kit/testing/until';
import { describeEventStore } from '../testing/event-store-contract';
import { openPostgresStores } from '../testing/postgres-stores';
import { byCommand, lent, loanRegistry, returned } from '../testing/sample-events';
import { createPostgresEventStore } from './postgres-event-store';

describeEventStore('PostgreSQL', openPostgresStores);

describe('the log in PostgreSQL', () => {
  let under: Awaited<ReturnType<typeof openPostgresStores>>;
  beforeEach(async () => (under = await openPostgresStores()));
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

  test('no later event becomes visible before an uncommitted append is; then all are read in order', async () => {
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

  test('a pool with the default type parsers of pg works as well', async () => {
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

  test('an append reads a few rows, however long the log and the stream have become since it was planned', async () => {
    await inTransaction(async (client) => {
      const append = (expected: number, count: number) => {
        const about = { type: 'DeviceReturned', version: 1, data: {}, occurredAt: new Date() };
        const events = Array.from({ length: count }, () => ({ id: randomUUID(), ...about }));
        const batch = [{ stream: 'loan-1', expected, commandId: randomUUID(), correlationId: 'c', events }];
        return client.query('SELECT * FROM append_events($1)', [JSON.stringify(batch)]);
      };
      const rowsRead = async () => Number((await client.query<{ rows: string }>(ROWS_READ)).rows[0]?.rows);
      await append(0, 1);
      await append(1, 2_000);
      const before = await rowsRead();
      expect((await append(2_001, 1)).rows).toMatchObject([{ status: 'appended', stream_version: 2_002 }]);
      expect((await rowsRead()) - before).toBeLessThan(10);
    });
  });

  test('an append in a REPEATABLE READ transaction is refused', async () => {
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

  test('only the append at fault in a batch is rejected', async () => {
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

  test('concurrent appends of several processes leave no gap, and each is stored once', async () => {
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

  test('each append is announced on the channel repairs_log with its last position', async () => {
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

  test('a store whose database is unreachable rejects, and works again once it is back', async () => {
    const { connectionString, keyring } = under;
    const pool = under.newPool(createPool(connectionString, 'event-store-spec', 4));
    const store = createPostgresEventStore({ pool, connectionString, registry: loanRegistry, keyring });
    await store.append('loan-1', 0, [lent('1')], byCommand());
    const database = new URL(connectionString).pathname.slice(1);
    const elsewhere = new URL(under.adminUrl);
    elsewhere.pathname = '/postgres';
    const server = new Client({ connectionString: elsewhere.href });
    await server.connect();
    await server.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
    await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database]);
    await until(async () => (await server.query('SELECT 1')) && pool.totalCount === 0);

    const refused = { message: expect.stringContaining('is not currently accepting connections') as string };
    await expect(store.append('loan-1', 1, [returned('1')], byCommand())).rejects.toMatchObject(refused);
    await expect(store.readAll(0, 10)).rejects.toMatchObject(refused);
    await expect(store.head()).rejects.toMatchObject(refused);

    await server.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
    await server.end();
    expect(await store.append('loan-1', 1, [returned('1')], byCommand())).toMatchObject({ position: 2 });
    expect(await store.head()).toBe(2);
  });
});

/** By scans of the log and of its indexes, in this transaction. */
const ROWS_READ = `SELECT sum(pg_stat_get_xact_tuples_returned(scanned)) AS rows FROM (
  SELECT indexrelid AS scanned FROM pg_index WHERE indrelid = 'events'::regclass UNION ALL SELECT 'events'::regclass) log`;

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

async function lockWaiters(pool: Pool): Promise<number> {
  const text = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  return (await pool.query(text)).rowCount ?? 0;
}
