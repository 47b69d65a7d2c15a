import type { Pool, PoolClient } from 'pg';
import { createPool } from './pool';
import { createTestDatabase, type TestDatabase } from './testing/test-database';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase('repairs');
  pool = createPool(database.url, 'pg client', 2);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function onConnection<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

describe('a connection of the pool', () => {
  test('supports promises, callbacks and errors as pg does', async () => {
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

  test('includes the caller in the stack trace of a failed query', async () => {
    const askedHere = () => onConnection((client) => client.query('SELECT 1 / 0'));
    const refused: unknown = await askedHere().catch((error: unknown) => error);
    expect((refused as Error).stack).toContain('pg-client.int.spec');
  });
});
