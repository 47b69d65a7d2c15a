import type { Pool, PoolClient } from 'pg';
import { createPool } from '@repairline/postgres/pool';
import { createTestDatabase, type TestDatabase } from '@repairline/postgres/testing/test-database';
import { inTransaction } from '@repairline/postgres/transaction';
import { until } from '@repairline/service-kit/testing/until';
import type { CloudEvent } from '../cloud-event';
import { advancePosition, applyAndAdvance, readPosition } from './consumed-position';

let database: TestDatabase;
let pool: Pool;
beforeEach(async () => {
  database = await createTestDatabase('billing');
  pool = createPool(database.url, 'positions', 3);
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

const at = (position: number) => ({ position }) as CloudEvent;
const upTo = (position: number) => ({ after: 0, upTo: position });

test('a consumed position moves forward and never back, separately for each source', async () => {
  expect(await readPosition(pool, 'repairs')).toBe(0);
  await advancePosition(pool, 'repairs', upTo(7));
  await advancePosition(pool, 'repairs', upTo(5));
  await advancePosition(pool, 'identity', upTo(3));
  expect(await readPosition(pool, 'repairs')).toBe(7);
  expect(await readPosition(pool, 'identity')).toBe(3);
});

test('only events after the consumed position are applied, in the transaction that advances it', async () => {
  const applied: number[] = [];
  let applyingIn: string | undefined;
  const apply = async (tx: PoolClient, fresh: CloudEvent[]) => {
    applied.push(...fresh.map(({ position }) => position));
    applyingIn = (await tx.query<{ id: string }>('select pg_current_xact_id()::xid::text as id')).rows[0]?.id;
  };
  const advancedIn = async () =>
    (await pool.query<{ id: string }>(`select xmin::text as id from consumed_positions where source = 'repairs'`))
      .rows[0]?.id;
  expect(await applyAndAdvance(pool, 'repairs', [at(1), at(2)], upTo(2), apply)).toBe(0);
  expect(await advancedIn()).toBe(applyingIn);
  expect(await applyAndAdvance(pool, 'repairs', [at(2), at(3)], upTo(4), apply)).toBe(2);
  expect(await advancedIn()).toBe(applyingIn);
  expect(await applyAndAdvance(pool, 'repairs', [], upTo(3), apply)).toBe(4);
  expect(applied).toEqual([1, 2, 3]);
  expect(await readPosition(pool, 'repairs')).toBe(4);
});

test('a position that was set back while events were being taken in stays there, and those have no effect', async () => {
  const set = () => pool.query('update consumed_positions set position = 2');
  const stretch = { after: 5, upTo: 7 };
  await advancePosition(pool, 'repairs', upTo(5));
  await set();
  await advancePosition(pool, 'repairs', stretch);
  const apply = jest.fn();
  expect(await applyAndAdvance(pool, 'repairs', [at(6), at(7)], stretch, apply)).toBe(2);
  expect(apply).not.toHaveBeenCalled();
  expect(await readPosition(pool, 'repairs')).toBe(2);
});

test('two consumers that move the same position at once do so one after the other', async () => {
  await advancePosition(pool, 'repairs', upTo(0));
  const applied: number[] = [];
  const apply = async (_: unknown, fresh: CloudEvent[]) => {
    applied.push(...fresh.map(({ position }) => position));
  };
  let other: Promise<number> | undefined;
  await applyAndAdvance(pool, 'repairs', [at(1), at(2)], upTo(2), async (tx, fresh) => {
    other = applyAndAdvance(pool, 'repairs', [at(1), at(2), at(3)], upTo(3), apply);
    await until(async () => (await waiting()) === 1);
    await apply(tx, fresh);
  });
  await other;
  expect(applied).toEqual([1, 2, 3]);
});

async function waiting(): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}

test('a failed transaction is rolled back, and its connection can be used again', async () => {
  const failing = applyAndAdvance(pool, 'repairs', [at(1)], upTo(1), async (tx) => {
    await tx.query(`insert into consumed_positions (source, position) values ('elsewhere', 9)`);
    throw new Error('not today');
  });
  await expect(failing).rejects.toThrow('not today');
  const broken = inTransaction(pool, async (tx) => {
    await tx.query(`insert into consumed_positions (source, position) values ('elsewhere', 9)`);
    await tx.query('select 1 / 0');
  });
  await expect(broken).rejects.toMatchObject({ code: '22012' });
  expect(await readPosition(pool, 'repairs')).toBe(0);
  expect(await readPosition(pool, 'elsewhere')).toBe(0);
});
