import { createTestDatabase, type TestDatabase } from '@repairline/postgres/testing/test-database';
import { Pool } from 'pg';
import { createInMemoryKeyring } from '../personal-data/keyring';
import { collector } from '../testing/ordering-contract';
import { byCommand, lent, loanRegistry } from '../testing/sample-events';
import { listen } from './log-listener';
import { createPostgresEventStore } from './postgres-event-store';

describe('following a log in PostgreSQL', () => {
  let database: TestDatabase;
  let admin: Pool;
  beforeEach(async () => {
    database = await createTestDatabase('repairs');
    admin = new Pool({ connectionString: database.adminUrl });
  });
  afterEach(async () => {
    await admin.end();
    await database.drop();
  });

  const breakListeners = () =>
    admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'log-listener' AND datname = current_database()`);

  /** Resolves the n-th time something happens. */
  function counter() {
    let [count, check] = [0, () => undefined as void];
    return {
      up(this: void) {
        count += 1;
        check();
      },
      reaches: (wanted: number) =>
        new Promise<void>((resolve) => {
          check = () => (count >= wanted ? resolve() : undefined);
          check();
        }),
    };
  }

  test('a broken connection is re-established, and notifications arrive again', async () => {
    const [connected, disconnected, notified] = [counter(), counter(), counter()];
    const heard: string[] = [];
    const onNotify = (channel: string, payload: string) => {
      heard.push(`${channel} ${payload}`);
      notified.up();
    };
    const hooks = { onConnected: connected.up, onDisconnected: disconnected.up };
    const listener = listen(database.url, (schema) => [`${schema}_a`, 'b'], onNotify, hooks);
    await connected.reaches(1);
    await admin.query(`SELECT pg_notify('repairs_a', 'one'), pg_notify('unheard', 'x'), pg_notify('b', 'two')`);
    await notified.reaches(2);
    await breakListeners();
    await disconnected.reaches(1);
    await connected.reaches(2);
    await admin.query(`SELECT pg_notify('repairs_a', 'three')`);
    await notified.reaches(3);
    await listener.stop();
    expect(heard).toEqual(['repairs_a one', 'b two', 'repairs_a three']);
  });

  test('a listener that has been stopped leaves no connection behind', async () => {
    const connected = counter();
    const listener = listen(database.url, ['a'], () => undefined, { onConnected: connected.up });
    await connected.reaches(1);
    await listener.stop();
    const text = `SELECT FROM pg_stat_activity WHERE application_name = 'log-listener' AND datname = current_database()`;
    while ((await admin.query(text)).rowCount !== 0);
    expect((await admin.query(text)).rowCount).toBe(0);
  });

  test('an append notifies the log’s listeners of the last position', async () => {
    const pool = new Pool({ connectionString: database.url });
    const shared = { pool, registry: loanRegistry, keyring: createInMemoryKeyring() };
    const store = createPostgresEventStore({ ...shared, connectionString: database.url });
    const [connected, notified] = [counter(), counter()];
    const heard: string[] = [];
    const onNotify = (_channel: string, payload: string) => {
      heard.push(payload);
      notified.up();
    };
    const listener = listen(database.url, ['repairs_log'], onNotify, { onConnected: connected.up });
    await connected.reaches(1);
    await store.append('loan-1', 0, [lent('1'), lent('1')], byCommand());
    await store.append('loan-1', 0, [lent('1')], byCommand());
    await store.append('loan-2', 0, [lent('2')], byCommand());
    await notified.reaches(2);
    await listener.stop();
    await pool.end();
    expect(heard).toEqual(['2', '3']);
  });

  test('a subscription without its listening connection still sees every event', async () => {
    const pool = new Pool({ connectionString: database.url });
    pool.on('error', () => undefined);
    const shared = { pool, registry: loanRegistry, keyring: createInMemoryKeyring() };
    const store = createPostgresEventStore({ ...shared, connectionString: 'postgres://127.0.0.1:1/nowhere' });
    const seen = collector();
    const subscription = store.subscribe({ after: 0, batchSize: 10, onBatch: seen.take });
    for (const count of [1, 2]) {
      await store.append(`loan-${count}`, 0, [lent(`${count}`)], byCommand());
      await seen.until(count);
    }
    await subscription.stop();
    await pool.end();
    expect(seen.positions).toEqual([1, 2]);
  });
});
