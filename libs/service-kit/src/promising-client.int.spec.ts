import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import type { Pool, PoolClient } from 'pg';
import { createPool } from './database';
import { createTestDatabase, type TestDatabase } from './testing/test-database';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  // As the processes of the product are told: V8 may put pages among the old by itself.
  setFlagsFromString('--no-allocation-site-pretenuring');
  database = await createTestDatabase('repairs');
  pool = createPool(database.url, 'promising client', 2);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

const PAGE = `SELECT i AS number, 'device ' || i AS name, 'A model of ' || i AS model, md5(i::text) AS notes, now() AS at
  FROM generate_series(1, 200) i`;

async function onConnection<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

const oldBytes = () => getHeapSpaceStatistics().find((space) => space.space_name === 'old_space')?.space_used_size ?? 0;

describe('a connection of the pool', () => {
  test('lets go of pages as soon as they are read: hardly any of them gets old', async () => {
    const read = () => onConnection((client) => client.query(PAGE));
    for (let turn = 0; turn < 200; turn += 1) await read();
    let aged = 0;
    let before = oldBytes();
    for (let turn = 0; turn < 400; turn += 1) {
      await read();
      const now = oldBytes();
      aged += Math.max(0, now - before);
      before = now;
    }
    expect(aged / 400).toBeLessThan(10_000);
  });

  test('answers promises, callbacks and refusals as pg does', async () => {
    const { rows } = await onConnection((client) => client.query<{ sum: number }>('SELECT $1::int + 1 AS sum', [1]));
    expect(rows).toEqual([{ sum: 2 }]);
    const called = await onConnection(
      (client) =>
        new Promise((resolve, reject) =>
          client.query('SELECT 3 AS sum', (error: Error | null, result) =>
            error ? reject(error) : resolve(result.rows),
          ),
        ),
    );
    expect(called).toEqual([{ sum: 3 }]);
    await expect(onConnection((client) => client.query('SELECT 1 / 0'))).rejects.toMatchObject({ code: '22012' });
  });

  test('says with a refusal who asked', async () => {
    const askedHere = () => onConnection((client) => client.query('SELECT 1 / 0'));
    const refused: unknown = await askedHere().catch((error: unknown) => error);
    expect((refused as Error).stack).toContain('promising-client.int.spec');
  });
});
