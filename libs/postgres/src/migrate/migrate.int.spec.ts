import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrate } from './migrate';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';

let database: TestDatabase;
let folder: string;
const clients: Client[] = [];

async function signIn(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  clients.push(client);
  return client;
}

async function writeMigration(name: string, sql: string): Promise<void> {
  await writeFile(join(folder, name), sql);
}

const run = (service = 'sample', events?: string[]) =>
  migrate({
    ...{ adminUrl: database.adminUrl, service, rolePassword: 'only-for-tests', folders: [folder] },
    ...(events && { events }),
  });

beforeEach(async () => {
  database = await createTestDatabase('sample');
  folder = join(await mkdtemp(join(tmpdir(), 'migrate-')), 'migrations');
  await mkdir(folder);
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
  await database.drop();
  await rm(join(folder, '..'), { recursive: true });
});

it('applies each file once, in the order of their numbers', async () => {
  await writeMigration('002_second.sql', 'INSERT INTO things VALUES (2);');
  await writeMigration('001_first.sql', 'CREATE TABLE things (id int); GRANT SELECT ON things TO ${role};');
  expect((await run()).applied.map((name) => name.split('/')[1])).toEqual(['001_first.sql', '002_second.sql']);
  expect((await run()).applied).toEqual([]);
  const service = await signIn(database.url);
  expect((await service.query('SELECT id FROM things')).rows).toEqual([{ id: 2 }]);
});

it('applies a file that is added later alone, on the rows that are there', async () => {
  await writeMigration('001_first.sql', 'CREATE TABLE things (id int); INSERT INTO things VALUES (1);');
  await run();
  await writeMigration('002_later.sql', "ALTER TABLE things ADD COLUMN name text NOT NULL DEFAULT 'unnamed';");
  expect((await run()).applied.map((name) => name.split('/')[1])).toEqual(['002_later.sql']);
  const admin = await signIn(database.adminUrl);
  expect((await admin.query('SELECT * FROM sample.things')).rows).toEqual([{ id: 1, name: 'unnamed' }]);
});

it('rolls back a migration that fails, and names its file', async () => {
  await writeMigration('001_broken.sql', 'CREATE TABLE half (id int); SELECT 1 / 0;');
  await expect(run()).rejects.toThrow(/001_broken\.sql of sample failed: division by zero/);
  const admin = await signIn(database.adminUrl);
  expect((await admin.query("SELECT to_regclass('sample.half') AS found")).rows).toEqual([{ found: null }]);
});

it('refuses a log that may hold events of a newer version', async () => {
  await run('sample', ['Counted version 1']);
  expect((await run('sample', ['Counted version 1', 'Counted version 2'])).applied).toEqual([]);
  await expect(run('sample', ['Counted version 1'])).rejects.toThrow(
    /^A newer version has run on this data: events\/Counted version 2 of sample is not known/,
  );
  await expect(run('sample', ['Counted version 1', 'Counted version 2'])).resolves.toBeDefined();
});

it('refuses a database that a newer version has migrated, and applies nothing', async () => {
  await writeMigration('001_first.sql', 'CREATE TABLE things (id int);');
  await writeMigration('003_newer.sql', 'ALTER TABLE things ADD COLUMN more int;');
  await run();
  await rm(join(folder, '003_newer.sql'));
  await writeMigration('002_ours.sql', 'DROP TABLE things;');
  await expect(run()).rejects.toThrow(
    /^A newer version has run on this data: \S+\/003_newer\.sql of sample is not known/,
  );
  await writeMigration('003_newer.sql', 'ALTER TABLE things ADD COLUMN more int;');
  await expect(run()).resolves.toMatchObject({ applied: [expect.stringContaining('002_ours')] });
});

it('applies a file once when several processes migrate at the same time', async () => {
  await writeMigration('001_first.sql', 'CREATE TABLE things (id int); INSERT INTO things VALUES (1);');
  const results = await Promise.all([run(), run(), run(), run()]);
  expect(results.flatMap(({ applied }) => applied)).toHaveLength(1);
});

it('lets a service write to its own schema but not read that of another', async () => {
  await writeMigration('001_first.sql', 'CREATE TABLE things (id int);');
  await run('other');
  const service = await signIn(database.url);
  await service.query('CREATE TABLE own (id int)');
  await service.query('CREATE TABLE sample_rebuild.own (id int)');
  await expect(service.query('SELECT * FROM other.things')).rejects.toMatchObject({ code: '42501' });
});

it('reports the SQL to run, without a password, when the given role cannot create roles and schemas', async () => {
  const admin = await signIn(database.adminUrl);
  const name = `weak_${Date.now()}`;
  await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD 'weak'`);
  const weak = new URL(database.adminUrl);
  weak.username = name;
  weak.password = 'weak';
  const request = { adminUrl: weak.toString(), service: 'newcomer', rolePassword: "it's", folders: [folder] };
  const refusal = await migrate(request).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ name: 'MissingRightsError' });
  const message = refusal instanceof Error ? refusal.message : '';
  expect(message).not.toMatch(/it'+s/);
  await admin.query(message.slice(message.indexOf('\n')));
  await expect(migrate(request)).resolves.toMatchObject({ applied: [] });
  await admin.query(`DROP OWNED BY repairline_newcomer, ${name} CASCADE; DROP ROLE repairline_newcomer, ${name}`);
});
