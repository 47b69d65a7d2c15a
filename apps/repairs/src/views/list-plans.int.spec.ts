import { randomUUID } from 'node:crypto';
import { kyselyOn } from '@repairline/postgres/queries/kysely-on';
import { createPool } from '@repairline/postgres/pool';
import { openWorkbench, type Workbench } from '../testing/workbench';
import { type DevicePageRequest, listDevices } from './device-pages';
import type { Tables } from './tables';

let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench();
  // Rows go straight into the view: this spec tests the planner, not the projection.
  await bench.pool.query(`
    insert into device_list (device_id, asset_number, asset_number_key, school, model, status, priority, priority_rank,
      assignee_id, latest_issue, search, created_at, updated_at, newest_first)
    select gen_random_uuid(), 'CB-' || n, 'cb-' || n, 'SHS', 'C433', case when n % 50 = 0 then 'IN_PROGRESS' else 'COMPLETED' end,
      'Medium', n % 3, 'u' || n % 40, 'Battery problems', 'cb-' || n || E'\\n' || md5(n::text) || E'\\nc433\\nbattery problems',
      now(), now(), -n
    from generate_series(1, 30000) as n`);
  await bench.pool.query("update view_checkpoints set position = 30000 where view = 'device-list'");
  await bench.pool.query('vacuum analyze device_list').catch(() => bench.pool.query('analyze device_list'));
});
afterAll(() => bench.close());

/** The plans of the statements a request runs, page and count. */
async function plansOf(request: Partial<DevicePageRequest>): Promise<string[]> {
  const statements: { sql: string; parameters: readonly unknown[] }[] = [];
  const watched = bench.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const executor = watched.getExecutor();
  const compile = executor.compileQuery.bind(executor);
  executor.compileQuery = (node, id) => {
    const compiled = compile(node, id);
    statements.push({ sql: compiled.sql, parameters: compiled.parameters });
    return compiled;
  };
  await listDevices(watched, { limit: 200, withScrapped: false, ...request });
  const ofDevices = statements.filter(({ sql }) => sql.includes('from "device_list"'));
  return Promise.all(
    ofDevices.map(async ({ sql, parameters }) => {
      const { rows } = await bench.pool.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...parameters]);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    }),
  );
}

test('a page of the list is read in index order, without sorting', async () => {
  const [page] = await plansOf({});
  expect(page).toContain('using device_list_order');
  expect(page).not.toContain('Sort');
});

test('only the first page of the unfiltered list at its usual length is a prepared statement', async () => {
  const alone = createPool(bench.database.url, 'one connection', 1);
  const db = kyselyOn<Tables>(alone);
  const list = (request: Partial<DevicePageRequest>) =>
    listDevices(db, { limit: 200, withScrapped: false, ...request });
  for (let turn = 0; turn < 6; turn += 1) {
    await list({});
    await list({ school: 'SHS' });
    await list({ limit: 7 + turn });
  }
  const { rows } = await alone.query<{ name: string; kept: string }>(
    `select name, generic_plans as kept from pg_prepared_statements where statement like '%from "device_list" left join%'`,
  );
  const plan = await alone.query<{ 'QUERY PLAN': string }>(`explain execute "${rows[0]?.name}"`);
  await alone.end();
  expect(rows).toHaveLength(1);
  expect(Number(rows[0]?.kept)).toBe(6);
  expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('using device_list_order');
});

test('a later page is found through the index, not by skipping the rows before it', async () => {
  const { next } = await listDevices(bench.db, { limit: 200, withScrapped: true });
  const [page] = await plansOf({ cursor: next ?? '' });
  expect(page).toMatch(/using device_list_order[^\n]*\n\s*Index Cond: \(ROW\(priority_rank, newest_first/u);
});

test('pages of an export are read in index order, and the page after the next is found by an index-only scan', async () => {
  const { next } = await listDevices(bench.db, { limit: 200, withScrapped: true, order: 'asset-number' });
  const [page, beyond] = await plansOf({ order: 'asset-number', cursor: next ?? '' });
  expect(page).toContain('Index Scan using device_list_asset_number');
  expect(beyond).toContain('Index Only Scan using device_list_asset_number');
  for (const plan of [page, beyond]) expect(plan).not.toContain('Sort');
});

test('a page of one status is read in index order, without sorting', async () => {
  const [ofStatus] = await plansOf({ status: 'IN_PROGRESS' });
  expect(ofStatus).toContain('using device_list_status');
  expect(ofStatus).not.toContain('Sort');
});

test('a search uses the index for both the page and the count', async () => {
  for (const plan of await plansOf({ q: 'CB-2999' })) {
    expect(plan).toContain('device_list_search');
    expect(plan).not.toContain('Seq Scan on device_list');
  }
});

test('a search asks the index for words but matches the text exactly as typed', async () => {
  for (const plan of await plansOf({ q: 'CB-29999' })) expect(plan).toContain("search ~~ '%cb%29999%'");
  const found = async (q: string) => (await listDevices(bench.db, { limit: 1, withScrapped: true, q })).total;
  expect(await found('CB-29999')).toBe(1);
  expect(await found('CB 29999')).toBe(0);
  expect(await found('Battery problems')).toBe(30_000);
  expect(await found('battery-problems')).toBe(0);
  expect(await found('b-2999')).toBe(11);
});

test('a device is found by its number through the index', async () => {
  const { rows } = await bench.pool.query<{ 'QUERY PLAN': string }>(
    `explain select * from device_list where asset_number_key = $1`,
    [`cb-${randomUUID()}`],
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('device_list_asset_number');
});
