import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Pool, PoolClient } from 'pg';
import { createPool } from './database';
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

/**
 * How many bytes a page of 200 rows leaves in the old generation. Measured in a separate process with the V8 flags of
 * the product's processes: V8 may otherwise place pages in the old generation by itself, and the tests of other files
 * grow old here, too.
 */
const AGEING = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { Client } from 'pg';
  import { PgClient } from './src/pg-client.ts';

  const PAGE = \`SELECT i AS number, 'device ' || i AS name, 'A model of ' || i AS model, md5(i::text) AS notes, now() AS at
    FROM generate_series(1, 200) i\`;
  const oldBytes = () => getHeapSpaceStatistics().find((space) => space.space_name === 'old_space').space_used_size;

  async function agedBy(Kind) {
    const client = new Kind({ connectionString: process.argv[1] });
    await client.connect();
    for (let turn = 0; turn < 200; turn += 1) await client.query(PAGE);
    let aged = 0;
    let before = oldBytes();
    for (let turn = 0; turn < 400; turn += 1) {
      await client.query(PAGE);
      const now = oldBytes();
      aged += Math.max(0, now - before);
      before = now;
    }
    await client.end();
    return aged / 400;
  }

  console.log(JSON.stringify({ own: await agedBy(PgClient), plain: await agedBy(Client) }));
`;

async function ageing(): Promise<{ own: number; plain: number }> {
  const flags = ['--no-allocation-site-pretenuring', '--no-warnings', '--input-type=module', '--eval', AGEING];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, database.url], {
    cwd: join(__dirname, '..'),
  });
  return JSON.parse(stdout) as { own: number; plain: number };
}

async function onConnection<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

describe('a connection of the pool', () => {
  test('moves less than a quarter of the bytes into V8’s old generation that a plain pg client does', async () => {
    const { own, plain } = await ageing();
    expect(own).toBeLessThan(plain / 4);
  });

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
