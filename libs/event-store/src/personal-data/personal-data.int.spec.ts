import { createTestDatabase, type TestDatabase } from '@repairline/postgres/testing/test-database';
import { Client, Pool } from 'pg';
import { createPostgresEventStore } from '../postgres/postgres-event-store';
import { byCommand, lent, loanRegistry, returned } from '../testing/sample-events';
import { isReadable } from '../unreadable-event';
import { openPostgresKeyring, type PostgresKeyring } from './postgres-keyring';

describe('personal data in PostgreSQL', () => {
  let database: TestDatabase;
  let pool: Pool;
  const keyrings: PostgresKeyring[] = [];
  beforeEach(async () => {
    database = await createTestDatabase('repairs');
    pool = new Pool({ connectionString: database.url, max: 8, idleTimeoutMillis: 0 });
    pool.on('error', () => undefined);
  });
  afterEach(async () => {
    await Promise.all(keyrings.splice(0).map((keyring) => keyring.close()));
    await pool.end();
    await database.drop();
  });

  /** Opens all the connections that the pool may have; it keeps them. */
  async function fillPool(): Promise<void> {
    const opened = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    for (const client of opened) client.release();
  }

  /** A keyring and a store that uses it, as one process has them. */
  async function newProcess(dataKey = Buffer.alloc(32, 7)) {
    const shared = { pool, connectionString: database.url };
    const keyring = await openPostgresKeyring({ ...shared, dataKey });
    keyrings.push(keyring);
    return { keyring, store: createPostgresEventStore({ ...shared, registry: loanRegistry, keyring }) };
  }

  const grace = () => lent('1', { student: 'Grace Hopper', note: 'coffee on the keys' });

  test('neither the log nor the keys contain personal data in plain text', async () => {
    const { store } = await newProcess();
    await store.append('loan-1', 0, [grace(), returned('1')], byCommand());
    const rows = await pool.query(
      'SELECT e::text AS raw FROM events e UNION ALL SELECT k::text FROM personal_data_keys k',
    );
    const raw = JSON.stringify(rows.rows);
    expect(rows.rowCount).toBe(3);
    expect(raw).toContain('deviceId');
    expect(raw).not.toMatch(/Grace|Hopper|coffee|keys on/i);
  });

  test('an event without a personal value needs no key', async () => {
    const { store } = await newProcess();
    await store.append('loan-1', 0, [lent('1'), returned('1')], byCommand());
    expect((await pool.query('SELECT FROM personal_data_keys')).rowCount).toBe(0);
    expect((await store.readStream('loan-1'))[0]?.event).toEqual(lent('1').event);
  });

  test('a process with another DATA_KEY than that of the recorded data does not start', async () => {
    await (await newProcess()).store.append('loan-1', 0, [grace()], byCommand());
    await expect(newProcess(Buffer.alloc(32, 8))).rejects.toThrow(
      /^DATA_KEY: is not the key that the personal data of \S+ was recorded with; set the one that was$/u,
    );
    await expect(newProcess()).resolves.toBeDefined();
  });

  test('with another DATA_KEY events can only be read redacted', async () => {
    const stranger = (await newProcess(Buffer.alloc(32, 8))).store;
    await (await newProcess()).store.append('loan-1', 0, [grace()], byCommand());
    await expect(stranger.readStream('loan-1')).rejects.toThrow('DATA_KEY: is not the key');
    await expect(stranger.readAll(0, 1)).rejects.toThrow('DATA_KEY: is not the key');
    expect((await stranger.readAll(0, 1, { redacted: true }))[0]?.event).toEqual(lent('1').event);
  });

  test('an event with the ciphertext of another cannot be read, while those around it can', async () => {
    const { store } = await newProcess();
    await store.append('loan-1', 0, [grace(), grace()], byCommand());
    await store.append('loan-2', 0, [grace()], byCommand());
    const admin = new Pool({ connectionString: database.adminUrl });
    await admin.query(
      'UPDATE repairs.events SET data = (SELECT data FROM repairs.events WHERE position = 1) WHERE position = 2',
    );
    await admin.end();
    await expect(store.readStream('loan-1')).rejects.toThrow('(DeviceLent version 1) cannot be read');
    const page = await store.readAll(0, 10);
    expect(page.map(isReadable)).toEqual([true, false, true]);
    expect(page[2]?.event).toEqual(grace().event);
    const redacted = await store.readAll(0, 10, { redacted: true });
    expect(redacted.map(isReadable)).toEqual([true, true, true]);
  });

  test.each(['null', '[]', '"text"', '5'])('an event whose data is %s cannot be read, others can', async (data) => {
    const { store } = await newProcess();
    await store.append('loan-1', 0, [grace()], byCommand());
    await store.append('loan-2', 0, [grace(), returned('1')], byCommand());
    const admin = new Pool({ connectionString: database.adminUrl });
    await admin.query('UPDATE repairs.events SET data = $1 WHERE position <> 2', [data]);
    await admin.end();
    for (const options of [{ redacted: false }, { redacted: true }])
      expect((await store.readAll(0, 10, options)).map(isReadable)).toEqual([false, true, false]);
    expect((await store.readAll(1, 1))[0]?.event).toEqual(grace().event);
    await expect(store.readStream('loan-1')).rejects.toThrow('(DeviceLent version 1) cannot be read');
  });

  test('processes that create a subject’s first key at once agree on one, and all values can be read', async () => {
    const processes = await Promise.all(Array.from({ length: 4 }, () => newProcess()));
    const subjects = Array.from({ length: 200 }, (_, index) => `${index}`);
    await fillPool();
    await Promise.all(
      processes.flatMap(({ store }, writer) =>
        (writer % 2 ? subjects : subjects.toReversed()).map((subject) =>
          store.append(`loan-${subject}-${writer}`, 0, [lent(subject, { student: `student ${subject}` })], byCommand()),
        ),
      ),
    );
    expect((await pool.query('SELECT FROM personal_data_keys')).rowCount).toBe(200);
    const events = (await (await newProcess()).store.readAll(0, 1_000)).map(({ event }) => event);
    expect(events).toHaveLength(800);
    for (const { data } of events) expect(data).toMatchObject({ student: `student ${data.deviceId}` });
  });

  test('processes that create the same keys in different orders do not deadlock', async () => {
    const { keyring } = await newProcess();
    const other = new Client({ connectionString: database.url });
    await other.connect();
    await other.query('BEGIN');
    const makeKey = `INSERT INTO personal_data_keys VALUES (gen_random_uuid(), $1, 'a key')`;
    await other.query(makeKey, ['a']);
    const keys = keyring.keysFor(['b', 'a']);
    const waiting = `SELECT FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`;
    while ((await pool.query(waiting)).rowCount !== 1);
    await other.query(makeKey, ['b']);
    await other.query('ROLLBACK');
    await other.end();
    expect((await keys).size).toBe(2);
  });

  /** From here on, processes have keys in memory. */
  async function listening(processes: number): Promise<void> {
    const text = `SELECT FROM pg_stat_activity WHERE application_name = 'log-listener' AND state = 'idle'
      AND query LIKE 'LISTEN%' AND datname = current_database()`;
    while ((await pool.query(text)).rowCount !== processes);
  }

  test('what one process erases becomes unreadable in another that has the key cached', async () => {
    const [one, other] = [await newProcess(), await newProcess()];
    await listening(2);
    await one.store.append('loan-1', 0, [grace()], byCommand());
    const read = async () => (await other.store.readStream('loan-1'))[0]?.event.data;
    expect(await read()).toMatchObject({ student: 'Grace Hopper' });
    await one.keyring.erase('1');
    expect((await one.store.readStream('loan-1'))[0]?.event.data).toMatchObject({ student: null, note: null });
    while (JSON.stringify(await read()).includes('Grace'));
    expect(await read()).toEqual({ deviceId: '1', days: 7, student: null, note: null });
  });

  /** Ends the listening connections and admits no new ones; the pool's connections stay. */
  async function shutDoors(): Promise<void> {
    await fillPool();
    const elsewhere = new URL(database.adminUrl);
    const name = elsewhere.pathname.slice(1);
    elsewhere.pathname = '/postgres';
    const admin = new Client({ connectionString: elsewhere.toString() });
    await admin.connect();
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'log-listener' AND datname = $1`,
      [name],
    );
    await admin.end();
  }

  test('a process that receives no erasure notifications keeps no key in memory', async () => {
    const other = await newProcess();
    await listening(1);
    await other.store.append('loan-1', 0, [grace()], byCommand());
    await shutDoors();
    await pool.query(`DELETE FROM personal_data_keys WHERE subject = '1'`);
    while (JSON.stringify(await other.store.readStream('loan-1')).includes('Grace'));
    expect((await other.store.readStream('loan-1'))[0]?.event.data).toMatchObject({ student: null });
  });
});
