import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { RESTORED_TABLES } from '../backup/contents.mjs';
import { withBus } from '../bus/operator.mjs';
import { listen } from '../deploy/testing/browser.mjs';
import { ADMIN as FIRST_ADMIN, productWithCommands, tablesWith } from '../log/testing/product-with-commands.mjs';
import { securityLogOf } from '../shared/data-folder.mjs';
import { freePorts, KEPT_PORTS } from '../shared/ports.mjs';
import { ROOT } from '../shared/run-command.mjs';
import { embeddedNats } from '../start/stores/nats.mjs';
import { busPasswords } from '../start/secrets.mjs';
import { isReady, launchService, productServices, serviceEnvironment } from '../start/services.mjs';
import { readSettings } from '../start/settings.mjs';
import { eventually } from '../start/testing/running-copy.mjs';
import { visitor } from '../start/testing/visitor.mjs';

const { Client } = createRequire(import.meta.resolve('@repairline/postgres/migrate/migrate'))('pg');
const ADMIN = [FIRST_ADMIN.ADMIN_EMAIL, FIRST_ADMIN.ADMIN_PASSWORD];
const OWN_PASSWORD = 'violet-anchor-40';
const COMPLETED = 'repairline.repairs.device.v1.repair-completed';
const BY = ['--by', ADMIN[0]];

/** A second gateway on the product's bus. @returns its port */
async function anotherGateway(t, { dataDir, run }) {
  const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
  const [port, healthPort] = await freePorts(2, KEPT_PORTS);
  const { hostname: host, port: busPort } = new URL(run().natsEventsUrl);
  const { callsUrlOf, eventsUrlOf } = embeddedNats({ dataDir, host, port: busPort, passwords: busPasswords(secrets) });
  const gateway = productServices(ROOT).find(({ name }) => name === 'gateway');
  const settings = await readSettings(ROOT, { DATA_DIR: dataDir, PORT: String(port) });
  const known = { settings, secrets, callsUrlOf, eventsUrlOf, healthPort, root: ROOT, firstAdmin: {} };
  const log = openSync(join(dataDir, 'logs', 'gateway-2.log'), 'a');
  const child = launchService(ROOT, gateway, serviceEnvironment(gateway, known))(log);
  t.after(() => child.kill('SIGKILL'));
  await eventually(() => isReady(healthPort));
  return port;
}

async function rowsOf(url, tables) {
  const client = new Client({ connectionString: url });
  await client.connect();
  const found = {};
  for (const { service, name, place, where = 'true' } of tables) {
    const { rows } = await client.query(
      `select to_jsonb(t)::text as row from ${service}.${name} t where ${where} order by ${place}`,
    );
    found[`${service}.${name} where ${where}`] = rows.map(({ row }) => row);
  }
  await client.end();
  return found;
}

/** A transaction that may read every row which is deleted from now on, as a long export may. */
async function keepOldRows(url) {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('begin isolation level repeatable read; select 1');
  return () => client.end();
}

/** Until one of the tables of repairs has been written into so many files. */
async function rewritings(sql, files) {
  const seen = new Set();
  const tables = `select relname as name, pg_relation_filepath(oid) as path from pg_class
    where relnamespace = 'repairs'::regnamespace and relkind = 'r'`;
  await eventually(async () => {
    for (const { name, path } of await sql(tables)) seen.add(`${name} ${path}`);
    const names = [...seen].map((entry) => entry.split(' ')[0]);
    return names.some((name) => names.filter((other) => other === name).length >= files);
  });
}

/** The services' tables and indexes whose files hold something, also in rows that no query finds any more. */
async function filesWith({ sql, dataDir }, holds) {
  await sql('checkpoint');
  const relations = await sql(`select oid::regclass::text as name, pg_relation_filepath(oid) as path from pg_class
    where relkind in ('r', 't', 'i') and (relnamespace::regnamespace::text in ('identity', 'repairs', 'billing', 'analytics')
      or relnamespace::regnamespace::text = 'pg_toast')`);
  assert.ok(relations.length > 50);
  const read = ({ path }) => readFileSync(join(dataDir, 'postgres', path), 'latin1');
  return relations.filter((relation) => holds(read(relation))).map(({ name }) => name);
}

/** The short proofs of what the rehearsals carry out at length, on one installation. */
test('an installation is run, watched over and kept safe', async (t) => {
  const product = await productWithCommands(t);
  const { command, verify, sql, port, dataDir, databaseAdminUrl } = product;
  const done = async (...line) => {
    const { code, output, errors } = await command(...line);
    assert.deepEqual([line[0], code, errors], [line[0], 0, '']);
    return output;
  };
  const admin = visitor(port);
  const take = async (barcodeNumber, more = {}) => {
    const { status } = await admin.send('POST', '/api/devices', { barcodeNumber, school: 'SHS', ...more });
    assert.equal(status, 201);
  };
  const complete = async (barcodeNumber, more = {}) => {
    const entry = { issue: 'Hinge', actions: 'Replaced', completed: true, ...more };
    assert.equal((await admin.send('POST', `/api/devices/${barcodeNumber}/logs`, entry)).status, 201);
  };

  const adminId = async () => (await sql(`select user_id from identity.users where email = '${ADMIN[0]}'`))[0].user_id;
  /** What the security log says about one kind, without where and when. */
  const toldOf = (kind) =>
    readFileSync(securityLogOf(dataDir), 'utf8')
      .split('\n')
      .filter((line) => line.includes(`"kind":"${kind}"`))
      .map((line) => JSON.parse(line))
      .map(({ outcome, userId, subjectId, deviceId }) => ({ outcome, userId, subjectId, deviceId }));

  await t.test('its people sign in, take devices in and find them', async () => {
    assert.equal((await admin.signIn(...ADMIN)).status, 200);
    for (const number of ['FIRST-1', 'FIRST-2']) await take(number);
    await complete('FIRST-1');
    const numbers = (await admin.get('/api/devices')).body.map(({ barcodeNumber }) => barcodeNumber);
    assert.deepEqual(numbers.sort(), ['FIRST-1', 'FIRST-2']);
  });

  await t.test('what one gateway has answered shows on one more at once, also on its open pages', async (t) => {
    const other = admin.at(await anotherGateway(t, product));
    const page = await listen(other);
    await take('ONE-MORE', { model: 'Dell 3100' });
    assert.equal((await other.get('/api/devices/ONE-MORE')).body.model, 'Dell 3100');
    await eventually(() => page.about('device_updated').includes('ONE-MORE'));
    page.close();
  });

  await t.test('the example consumer, admitted by one command, counts every repair', async () => {
    await complete('ONE-MORE');
    const completed = 'select count(*)::int as repairs from analytics.completed_repairs';
    await eventually(async () => (await sql(completed))[0].repairs === 2);
    const [credentials, result] = ['credentials.json', 'result.json'].map((name) => join(dataDir, name));
    writeFileSync(credentials, await done('bus/consumer.mjs', 'add', 'reports', '--context', 'repairs'));
    await done('../examples/analytics-consumer/plain.mjs', credentials, result, '--once');
    const { repairs } = JSON.parse(readFileSync(result, 'utf8'));
    const counts = Object.values(repairs).flatMap((schools) => Object.values(schools));
    const sum = counts.reduce((one, next) => one + next);
    assert.deepEqual([sum, repairs['Dell 3100'].SHS], [2, 1]);
    assert.match(await done('bus/consumer.mjs', 'list'), /^reports {2}repairs {2}since \S+ {2}0 events waiting/);
  });

  await t.test('verify names what differs, and a rebuild and a replay put it right', async () => {
    await sql("update repairs.device_list set model = 'XX' where asset_number = 'ONE-MORE'");
    await withBus(product.natsEventsUrl, (bus) => bus.jetstream().publish(COMPLETED, 'not an event'));
    const { code, output } = await verify();
    assert.match(output, /^DIFFERENT {2}repairs device-list: 1 rows: [0-9a-f-]+ differs in model$/m);
    assert.match(output, /^DIFFERENT {2}repairs on the bus: 1 messages there are not events, /m);
    const [, from] = /^ +npm run replay -- repairs --from (\d+) puts that right\.$/m.exec(output);
    assert.match(output, /^2 differences\.$/m);
    assert.equal(code, 1);
    assert.match(await done('log/rebuild.mjs', 'repairs', 'device-list'), /^repairs device-list is rebuilt: /m);
    const replayed = await done('log/replay.mjs', 'repairs', '--from', from);
    assert.match(replayed, /events of repairs have been published again[^]*^1 messages have been removed/m);
  });

  await t.test('an erasure is shown first and then leaves no table with what was typed about a student', async () => {
    const student = 'Zacharías O’Quill';
    await take('ERASE-1', { studentName: student, initialIssue: `Dropped by ${student}` });
    const again = () =>
      admin.send('PATCH', '/api/devices/ERASE-1', { notes: `Seen by ${student}` }, { 'Idempotency-Key': 'erased' });
    assert.match(JSON.stringify((await again()).body), new RegExp(student));
    assert.match(JSON.stringify((await again()).body), new RegExp(student));
    await complete('ERASE-1', { issue: `Screen of ${student}`, comments: `Told ${student}` });
    const shows = async (...tables) => {
      const found = await tablesWith(sql, student);
      return tables.every((name) => found.includes(name));
    };
    const isEverywhere = () => shows('repairs.device_list', 'repairs.repair_logs', 'billing.billing_items');
    await eventually(isEverywhere);
    const line = ['log/erase.mjs', 'student', "ZACHARIAS O'QUILL", ...BY];
    const shown = await command(...line);
    assert.deepEqual([shown.code, /^Found as Zacharías O’Quill\.[^]*ERASE-1/.test(shown.output)], [1, true]);
    const mistyped = await command('log/erase.mjs', 'student', 'Zacharias Quilt', ...BY, '--yes');
    assert.equal(mistyped.code, 2);
    assert.match(mistyped.errors, /^There is no student Zacharias Quilt\. Similar: Zacharías O’Quill[.;]/);
    assert.ok(await isEverywhere());
    const keys = await sql(`select wrapped_key as key from repairs.personal_data_keys
      where subject = (select device_id::text from repairs.device_list where asset_number = 'ERASE-1')`);
    const holds = (file) => /quill/i.test(file) || file.includes(keys[0].key.toString('latin1'));
    const held = await filesWith(product, holds);
    const expected = [
      'repairs.device_list',
      'repairs.repair_logs',
      'repairs.personal_data_keys',
      'billing.billing_items',
    ];
    assert.deepEqual(
      [...expected, 'analytics.repair_issues'].filter((name) => !held.includes(name)),
      [],
    );
    const letGo = await keepOldRows(databaseAdminUrl);
    const erasing = done(...line, '--yes');
    await rewritings(sql, 3).finally(letGo);
    assert.match(await erasing, /What was typed about ERASE-1 is erased/);
    assert.deepEqual(await tablesWith(sql, student), []);
    assert.deepEqual(await filesWith(product, holds), []);
    const [{ device_id: deviceId }] = await sql(
      "select device_id from repairs.device_list where asset_number = 'ERASE-1'",
    );
    const subjectId = undefined;
    assert.deepEqual(toldOf('erasure'), [{ outcome: 'done', userId: await adminId(), subjectId, deviceId }]);
    const { status, body } = await again();
    assert.deepEqual([status, JSON.stringify(body).includes(student)], [200, false]);
    assert.deepEqual(await tablesWith(sql, student), []);
  });

  await t.test('a lost password is replaced by one to choose another with, and the sign-ins end', async () => {
    assert.equal((await admin.get('/api/stats')).status, 200);
    const output = await done('log/password.mjs', ADMIN[0].toUpperCase());
    const [, password] = /^Password of admin@school\.example: +(\S+)$/m.exec(output);
    assert.equal((await admin.get('/api/stats')).status, 401);
    assert.equal((await visitor(port).signIn(...ADMIN)).status, 401);
    assert.equal((await admin.signIn(ADMIN[0], password)).body.type, 'password_change_required');
    assert.equal((await admin.signIn(ADMIN[0], password, OWN_PASSWORD)).status, 200);
    assert.equal((await visitor(port).signIn(ADMIN[0], password, 'another-anchor-40')).status, 401);
    const [replaced, ...more] = toldOf('password-replaced');
    assert.deepEqual([replaced.outcome, replaced.subjectId, more], ['done', await adminId(), []]);
    const signIns = toldOf('sign-in').map(({ outcome, userId }) => [outcome, userId]);
    assert.deepEqual(signIns.slice(-4), [
      ['invalid_credentials', undefined],
      ['password_change_required', undefined],
      ['done', await adminId()],
      ['invalid_credentials', undefined],
    ]);
    assert.doesNotMatch(readFileSync(securityLogOf(dataDir), 'utf8'), /@|Quill|ERASE|127\.0/);
  });

  await t.test('an account that is removed is gone from every list of people', async () => {
    const email = 'stranger@school.example';
    assert.equal((await visitor(port).signIn(email, 'copper-lantern-72')).status, 403);
    const { id } = (await admin.get('/api/admin/users')).body.find((account) => account.email === email);
    const copies = () => sql(`select user_id from repairs.technicians where user_id = '${id}'`);
    await eventually(async () => (await copies()).length === 1);
    assert.equal((await admin.send('DELETE', `/api/admin/users/${id}`)).status, 200);
    await eventually(async () => (await copies()).length === 0);
  });

  await t.test('after all that, everything derived is equal to the logs', async () => {
    const last = `select position from repairs.relay_cursors where position = (select max(position) from repairs.events)`;
    await eventually(async () => (await sql(last)).length === 1);
    const { code, output } = await verify();
    assert.match(output, /^Everything is equal\.$/m);
    assert.equal(code, 0);
  });

  await t.test('a dead letter is listed, and a skip lets its view go on without the event', async () => {
    const [{ position }] = await sql("select position from repairs.view_checkpoints where view = 'device-list'");
    await sql(`update repairs.view_checkpoints set state = 'stopped', position = ${position} - 1 where view = 'device-list';
      insert into repairs.dead_letters (follower, position, event_type, error, state)
        values ('device-list', ${position}, 'RepairLogged', 'TypeError', 'stopped')`);
    const line = new RegExp(`^repairs device-list ${position}  stopped  RepairLogged  TypeError`, 'm');
    assert.match(await done('log/dead-letters.mjs', 'list'), line);
    await done('log/dead-letters.mjs', 'skip', 'repairs', 'device-list', position);
    const live = `select 1 from repairs.view_checkpoints where view = 'device-list' and state = 'live' and position = ${position}`;
    await eventually(async () => (await sql(live)).length === 1);
  });

  await t.test('a backup restores to another database, row by row', async () => {
    const [copy, elsewhere] = ['copy', 'elsewhere'].map((name) => join(dataDir, name));
    await done('backup/backup.mjs', copy);
    const expected = await rowsOf(databaseAdminUrl, RESTORED_TABLES);
    await sql('create database elsewhere');
    const url = Object.assign(new URL(databaseAdminUrl), { pathname: '/elsewhere' }).href;
    mkdirSync(elsewhere);
    copyFileSync(join(dataDir, 'secrets.json'), join(elsewhere, 'secrets.json'));
    const { code, errors } = await product.launchOn(
      { DATA_DIR: elsewhere, DATABASE_URL: url },
      'backup/restore.mjs',
      copy,
    ).ended;
    assert.deepEqual([code, errors], [0, '']);
    assert.deepEqual(await rowsOf(url, RESTORED_TABLES), expected);
  });
});
