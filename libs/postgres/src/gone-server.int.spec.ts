import { once } from 'node:events';
import { connect, createServer, Socket, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Query, type Pool } from 'pg';
import { createPool } from './pool';
import { whileLeader } from './leadership';
import { createLogger } from '@repairline/service-kit/logger';
import { createTestDatabase, type TestDatabase } from './testing/test-database';

/** Longer than a query takes on a busy machine. */
const SILENCE_MS = 3_000;

/** A proxy to the database that can fall silent: its connections then stay open but carry nothing any more. */
async function openProxy(url: string) {
  const { hostname, port } = new URL(url);
  const pairs: [Socket, Socket][] = [];
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.pipe(far).pipe(near);
    for (const end of [near, far]) end.on('error', () => undefined).on('close', () => (near.destroy(), far.destroy()));
    pairs.push([near, far]);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(url);
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: through.href,
    breakOff: () => pairs.flat().forEach((end) => end.destroy()),
    fallSilent: () => pairs.forEach(([near, far]) => (near.unpipe().pause(), far.unpipe().pause())),
    async close() {
      pairs.flat().forEach((end) => end.destroy());
      server.close();
      await once(server, 'close');
    },
  };
}

describe('losing the database server', () => {
  let database: TestDatabase;
  let proxy: Awaited<ReturnType<typeof openProxy>>;
  let pool: Pool;
  beforeEach(async () => {
    database = await createTestDatabase('repairs');
    proxy = await openProxy(database.url);
    pool = createPool(proxy.url, 'gone', 1, { silenceMs: SILENCE_MS });
  });
  afterEach(async () => {
    await pool.end();
    await proxy.close();
    await database.drop();
  });

  test('a query to a silent server fails as a lost connection, and the next query uses a new connection', async () => {
    await pool.query('SELECT 1');
    proxy.fallSilent();
    await expect(pool.query('SELECT 1')).rejects.toThrow('Connection terminated: the database does not answer');
    expect((await pool.query('SELECT 2 AS two')).rows).toEqual([{ two: 2 }]);
  });

  test('a query object with a callback, as the event store sends them, fails likewise', async () => {
    const client = await pool.connect();
    await client.query('SELECT 1');
    proxy.fallSilent();
    const failed = new Promise<Error>((resolve) => {
      const query = client.query.bind(client) as (asked: Query, answered: (error: Error) => void) => void;
      query(new Query('SELECT 1'), resolve);
    });
    expect((await failed).message).toBe('Connection terminated: the database does not answer');
    client.release(true);
  });

  test('a silent server is given up even while further queries are sent on the same connection', async () => {
    const client = await pool.connect();
    await client.query('SELECT 1');
    proxy.fallSilent();
    const outcomes: Promise<unknown>[] = [];
    const asking = setInterval(() => outcomes.push(client.query('SELECT 1').catch((error: unknown) => error)), 300);
    await new Promise<void>((resolve) => client.once('end', resolve));
    clearInterval(asking);
    client.release(true);
    expect(outcomes.length).toBeGreaterThan(3);
    expect(await Promise.all(outcomes)).toEqual(outcomes.map((): unknown => expect.any(Error)));
  });

  test.each(['during a query', 'between two statements'])(
    'a checked-out connection that breaks %s fails its query, never the process',
    async (when) => {
      const client = await pool.connect();
      const ended = new Promise<void>((resolve) => client.once('end', resolve));
      await client.query('BEGIN');
      const asked =
        when === 'during a query' ? client.query('SELECT pg_sleep(1)') : ended.then(() => client.query('SELECT 1'));
      const failed = expect(asked).rejects.toThrow(/terminated|ECONNRESET|not queryable/u);
      proxy.breakOff();
      await failed;
      client.release();
      expect((await pool.query('SELECT 2 AS two')).rows).toEqual([{ two: 2 }]);
    },
  );

  test('a connection that is idle, or whose queries take most of the limit, is not taken for lost', async () => {
    const ask = () => pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const before = (await ask()).rows[0]?.pid;
    await pause(1.5 * SILENCE_MS);
    const client = await pool.connect();
    // Sent together, they take longer than the limit; neither does alone.
    const sleeping = [1, 2].map(() => client.query('SELECT pg_sleep($1)', [(0.7 * SILENCE_MS) / 1_000]));
    await Promise.all(sleeping).finally(() => client.release());
    expect((await ask()).rows[0]?.pid).toBe(before);
  });

  test('connections of leaders and pools use TCP keepalive after 10 s of silence, at both ends', async () => {
    const keepAlive = jest.spyOn(Socket.prototype, 'setKeepAlive');
    let led: (() => void) | undefined;
    const leading = new Promise<void>((resolve) => (led = resolve));
    const candidacy = whileLeader(database.url, 'bench', createLogger('test', 'silent'), async () => led?.());
    await Promise.all([leading, pool.query('SELECT 1')]);
    await candidacy.stop();
    expect(keepAlive.mock.calls.filter(([isOn, after]) => isOn && after === 10_000).length).toBeGreaterThanOrEqual(2);
    keepAlive.mockRestore();
    const { rows } = await pool.query('SHOW tcp_keepalives_idle');
    expect(rows).toEqual([{ tcp_keepalives_idle: '10' }]);
  });
});
