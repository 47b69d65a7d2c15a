import { Client } from 'pg';
import { createLogger } from '@repairline/service-kit/logger';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';
import { until } from '@repairline/service-kit/testing/until';
import { untilMigrated } from './until-migrated';

let database: TestDatabase;
let admin: Client;
beforeEach(async () => {
  database = await createTestDatabase('billing');
  admin = new Client({ connectionString: database.adminUrl });
  await admin.connect();
});
afterEach(async () => {
  await admin.end();
  await database.drop();
});

const NEWEST =
  "source = 'billing' and name = (select max(name) from billing.schema_migrations where source = 'billing')";

/** Resolves with the missing migrations once it waits for them. */
function waiting(done: { isDone: boolean }): Promise<unknown> {
  const logger = createLogger('billing', 'silent');
  return new Promise((resolve, reject) => {
    jest.spyOn(logger, 'warn').mockImplementation((about: unknown) => resolve(about));
    untilMigrated(database.url, 'billing', logger).then(() => {
      done.isDone = true;
      resolve(undefined);
    }, reject);
  });
}

test('a service whose migrations are all applied does not wait, even if a newer version has applied more', async () => {
  await admin.query("insert into billing.schema_migrations values ('billing', '999_of_a_newer_version.sql')");
  const done = { isDone: false };
  expect(await waiting(done)).toBeUndefined();
  expect(done.isDone).toBe(true);
});

test('a service waits for a missing migration and continues once it is applied', async () => {
  const { rows } = await admin.query<{ source: string; name: string }>(
    `delete from billing.schema_migrations where ${NEWEST} returning source, name`,
  );
  const done = { isDone: false };
  expect(await waiting(done)).toEqual({ missing: [`${rows[0]?.source}/${rows[0]?.name}`] });
  expect(done.isDone).toBe(false);
  await admin.query('insert into billing.schema_migrations values ($1, $2)', [rows[0]?.source, rows[0]?.name]);
  await until(() => done.isDone);
});

test.each([
  [
    'while no migration has been applied yet',
    'alter table billing.schema_migrations rename to not_yet',
    'alter table billing.not_yet rename to schema_migrations',
  ],
  [
    'while it may not read the list of migrations yet',
    'revoke select on billing.schema_migrations from repairline_billing',
    'grant select on billing.schema_migrations to repairline_billing',
  ],
])('a service waits %s', async (_, before, after) => {
  await admin.query(before);
  const done = { isDone: false };
  expect(await waiting(done)).toMatchObject({
    missing: expect.arrayContaining(['billing/001_technicians.sql']) as unknown,
  });
  await admin.query(after);
  await until(() => done.isDone);
});
