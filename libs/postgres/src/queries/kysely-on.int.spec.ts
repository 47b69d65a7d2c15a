import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { createPool } from '../pool';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';
import { isOneOf, kyselyOn, plannedOnce } from './kysely-on';

interface Tables {
  things: { id: string; name: string };
}

let database: TestDatabase;
let pool: Pool;
let db: Kysely<Tables>;

beforeEach(async () => {
  database = await createTestDatabase('repairs');
  pool = createPool(database.url, 'things', 1);
  db = kyselyOn<Tables>(pool);
  await pool.query('create table things (id text primary key, name text not null)');
  await pool.query(`insert into things values ('a', 'One'), ('b', 'Two'), ('c', 'Three')`);
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

const named = (on: Kysely<Tables>, ...ids: string[]) =>
  on
    .selectFrom('things')
    .select(['id', 'name'])
    .where(isOneOf('id', ids, 'text'))
    .orderBy('id')
    .execute();

async function keptPlans(): Promise<number> {
  const { rows } = await pool.query<{ kept: number }>(
    `select count(*)::int as kept from pg_prepared_statements where statement like '%"things"%'`,
  );
  return rows[0]?.kept ?? 0;
}

test('a plannedOnce statement is prepared once per connection, for one key or many; others are not kept', async () => {
  await named(db, 'a');
  expect(await keptPlans()).toBe(0);
  expect(await named(plannedOnce(db), 'a')).toEqual([{ id: 'a', name: 'One' }]);
  expect(await named(plannedOnce(db), 'c', 'b')).toEqual([
    { id: 'b', name: 'Two' },
    { id: 'c', name: 'Three' },
  ]);
  expect(await keptPlans()).toBe(1);
});

test('a plannedOnce statement uses a generic plan after five executions', async () => {
  for (let time = 0; time < 20; time += 1) await named(plannedOnce(db), 'a');
  const { rows } = await pool.query(
    `select custom_plans::int from pg_prepared_statements where statement like '%"things"%'`,
  );
  // The first five times PostgreSQL estimates the cost of a plan for the actual values.
  expect(rows).toEqual([{ custom_plans: 5 }]);
});

test('a prepared statement reads the table that has replaced its own, even if the columns differ', async () => {
  await named(plannedOnce(db), 'a');
  await pool.query(`create table later (name text not null, id text primary key, size integer)`);
  await pool.query(`insert into later values ('Another', 'a', 3)`);
  await pool.query('alter table things rename to former; alter table later rename to things; drop table former');
  expect(await named(plannedOnce(db), 'a')).toEqual([{ id: 'a', name: 'Another' }]);
  expect(await keptPlans()).toBe(1);
});

test('a plannedOnce statement in a transaction sees the changes of that transaction', async () => {
  const found = await db.transaction().execute(async (tx) => {
    await tx.updateTable('things').set({ name: 'First' }).where('id', '=', 'a').execute();
    return named(plannedOnce<Tables>(tx), 'a');
  });
  expect(found).toEqual([{ id: 'a', name: 'First' }]);
});
