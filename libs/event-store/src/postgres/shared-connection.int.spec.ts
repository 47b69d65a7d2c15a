import { once } from 'node:events';
import { createPool } from '@repairline/service-kit/database';
import { createTestDatabase } from '@repairline/service-kit/testing/test-database';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { createSharedConnection } from './shared-connection';

describe('a shared connection', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let pool: Pool;
  beforeEach(async () => {
    database = await createTestDatabase('repairs');
    pool = createPool(database.url, 'shared-connection-spec', 4);
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  const backend = async (client: PoolClient) =>
    (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;

  test('serves concurrent and directly following work, and then returns to the pool', async () => {
    const onConnection = createSharedConnection(pool);
    const givenBack = once(pool, 'release');
    const [one, other] = await Promise.all([onConnection(backend), onConnection(backend)]);
    expect(pool.idleCount).toBe(0);
    expect([other, await onConnection(backend)]).toEqual([one, one]);
    await givenBack;
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
  });

  test('that the database refuses to open is requested again by the next caller', async () => {
    const refusal = Object.assign(new DatabaseError('sorry, too many clients already', 0, 'error'), { code: '53300' });
    jest.spyOn(pool, 'connect').mockRejectedValueOnce(refusal as never);
    const onConnection = createSharedConnection(pool);
    await expect(onConnection(backend)).rejects.toBe(refusal);
    expect(await onConnection(backend)).toEqual(expect.any(Number));
  });

  test('that breaks while idle is not given to the next caller', async () => {
    const onConnection = createSharedConnection(pool);
    const before = await onConnection(backend);
    // `events.once` would reject: a pool that already has the connection back emits the break as an `error`.
    const noticed = new Promise((resolve) => pool.once('remove', resolve));
    const { rows } = await pool.query<{ ended: boolean }>('SELECT pg_terminate_backend($1) AS ended', [before]);
    expect(rows).toEqual([{ ended: true }]);
    await noticed;
    expect(await onConnection(backend)).not.toBe(before);
  });

  test('survives a statement that the server refuses', async () => {
    const onConnection = createSharedConnection(pool);
    const refused = onConnection((client) => client.query('SELECT 1 / 0'));
    const fine = onConnection(backend);
    await expect(refused).rejects.toThrow('division by zero');
    expect(await onConnection(backend)).toBe(await fine);
  });

  test('that breaks fails the work on it, and the next caller gets another', async () => {
    const onConnection = createSharedConnection(pool);
    const before = await onConnection(backend);
    const broken = [1, 2].map(() =>
      onConnection((client) => client.query('SELECT pg_terminate_backend(pg_backend_pid())')),
    );
    for (const each of broken) await expect(each).rejects.toThrow();
    expect(await onConnection(backend)).not.toBe(before);
    expect(pool.totalCount).toBe(1);
  });

  test('to an unreachable server fails, and the next attempt tries to connect anew', async () => {
    const nowhere = createPool('postgres://nobody@127.0.0.1:1/none', 'shared-connection-spec', 1);
    const connecting = jest.spyOn(nowhere, 'connect');
    const onConnection = createSharedConnection(nowhere);
    const refusals: unknown[] = [];
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      refusals.push(await onConnection(backend).catch((error: unknown) => error));
      expect(refusals.at(-1)).toMatchObject({ code: 'ECONNREFUSED' });
      expect(connecting).toHaveBeenCalledTimes(attempt);
    }
    expect(refusals[1]).not.toBe(refusals[0]);
    await nowhere.end();
  });
});
