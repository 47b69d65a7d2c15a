import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { rolePasswordsFor } from '../migrate/role-passwords.mjs';
import { childrenRecord } from '../start/processes/children.mjs';
import { openDataFolder } from '../shared/data-folder.mjs';
import { startStores } from '../start/stores/stores.mjs';
import { eventually, place, REAL_PRODUCT } from '../start/testing/running-copy.mjs';
import { visitor } from '../start/testing/visitor.mjs';
import { assemble } from './testing/assembled.mjs';
import { composeFile, filled } from './testing/compose-files.mjs';
import { root, variablesOf } from './testing/what-is-read.mjs';

const { Client } = createRequire(join(root, 'libs', 'postgres', 'package.json'))('pg');
const compose = composeFile();
const ADMIN = { ADMIN_EMAIL: 'admin@school.example', ADMIN_PASSWORD: 'an admin in a box' };
const SERVICES = ['identity', 'repairs', 'billing', 'analytics'];
/** With Debian's minimal base of less than 100 MB, an image stays below 350 MB. */
const LARGEST = 250 * 1000 ** 2;
const NOBODY = 10_001;

/** The image's files, and a way to run a Compose service's container on them. */
function image(t) {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-image-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const files = join(folder, 'repairline');
  mkdirSync(files);
  const size = assemble('tools', files);
  const node = join(folder, 'node');
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o555);
  const backups = join(folder, 'backups');
  mkdirSync(backups, { mode: 0o777 });
  chmodSync(backups, 0o777);
  return { size, files, node, backups };
}

const [, ENTRYPOINT] = /^ENTRYPOINT (\[.*\])$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'));

/** `docker compose run --rm <service> <args>` without a container; as an arbitrary user if this one may switch. */
function runIn({ files, node }, service, env, args) {
  const [program, ...first] = compose.services[service].entrypoint ?? JSON.parse(ENTRYPOINT);
  assert.equal(program, 'node');
  const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn(node, [...first, ...args], { cwd: files, env: { NODE_ENV: 'production', ...env }, ...asNobody });
  const ran = { output: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (ran.output += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (ran.errors += text));
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...ran, code })));
}

/** Waits for the next second, since backups are named by the second. */
const nextSecond = () => pause(1_000 - (Date.now() % 1_000));

async function emptyStores(t) {
  const dataDir = mkdtempSync(join(tmpdir(), 'repairline-empty-'));
  const closers = [() => rmSync(dataDir, { recursive: true, force: true })];
  t.after(async () => {
    while (closers.length > 0) await closers.pop()();
  });
  openDataFolder(dataDir);
  const settings = { DATA_DIR: dataDir, NATS_SERVER_BIN: process.env.NATS_SERVER_BIN };
  return startStores({ root, settings, record: childrenRecord(dataDir), closers });
}

async function sql(url, text) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** A service's environment from the Compose file with this product's values; only hosts and ports differ. */
function environmentOf(service, { databaseUrl, natsEventsUrl, identityOnBus, passwords, dataKey }) {
  const [owner, operator] = [new URL(databaseUrl), new URL(natsEventsUrl)];
  const values = {
    ...{ DATA_KEY: dataKey, POSTGRES_PASSWORD: owner.password },
    ...{ NATS_REPAIRLINE_PASSWORD: operator.password, NATS_IDENTITY_PASSWORD: identityOnBus },
    ...Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_DATABASE_PASSWORD`, passwords[name]])),
  };
  const here = (text) =>
    filled(text, values)
      .replace('postgres://repairline:', `postgres://${owner.username}:`)
      .replace('postgres:5432/repairline', `${owner.host}${owner.pathname}`)
      .replace('nats:4222', operator.host);
  const given = Object.entries(compose.services[service].environment);
  return Object.fromEntries(given.map(([name, value]) => [name, here(value)]));
}

test('the commands of an installation in containers work with its image and the Compose file', async (t) => {
  const box = image(t);
  t.diagnostic(`the files of the image: ${(box.size / 1000 ** 2).toFixed(0)} MB`);
  assert.ok(box.size < LARGEST, `${box.size} bytes`);
  const product = await place(t, REAL_PRODUCT);
  await product.start(ADMIN);
  const { dataKey, databaseAdmin, bus } = JSON.parse(readFileSync(join(product.dataDir, 'secrets.json'), 'utf8'));
  const { databaseAdminUrl, natsEventsUrl } = product.run();
  const passwords = rolePasswordsFor(databaseAdminUrl, SERVICES, databaseAdmin);
  const here = { databaseUrl: databaseAdminUrl, natsEventsUrl, identityOnBus: bus.identity, passwords, dataKey };
  const run = (service, ...args) => runIn(box, service, environmentOf(service, here), args);
  const tools = async (...args) => {
    const ran = await run('tools', ...args);
    assert.deepEqual([args[0], ran.code, ran.errors], [args[0], 0, '']);
    return ran.output;
  };

  const admin = visitor(product.port);
  await admin.signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
  const device = { barcodeNumber: 'BOX-1', school: 'SHS', priority: 'High', studentName: 'Ada Quill' };
  assert.equal((await admin.send('POST', '/api/devices', device)).status, 201);
  const done = { issue: 'Screen', actions: 'New screen', completed: true };
  assert.equal((await admin.send('POST', '/api/devices/BOX-1/logs', done)).status, 201);

  await t.test('verify, rebuild and replay', async () => {
    await eventually(async () => (await run('tools', 'verify')).code === 0, 60_000);
    assert.match(
      await tools('verify'),
      /equal +repairs device-list: 1 rows[^]*equal +analytics[^]*Everything is equal/,
    );
    const columns = 'user_id, name, email, approved, identity_position';
    const strangers = `insert into $.technicians (${columns}) values ('stranger', 'x', 'x', true, 0)`;
    for (const service of ['repairs', 'billing', 'analytics'])
      await sql(databaseAdminUrl, strangers.replace('$', service));
    for (const service of SERVICES) assert.match(await tools('rebuild', service), /is rebuilt/);
    assert.match(await tools('verify'), /Everything is equal/);
    assert.match(await tools('replay', 'repairs', '--from', '1'), /events of repairs have been published again/);
  });

  await t.test('a dead letter is skipped', async () => {
    assert.match(await tools('dead-letters', 'list'), /There are no dead letters/);
    await sql(
      databaseAdminUrl,
      `insert into analytics.dead_letters (follower, position, event_type, event, error, state)
       values ('from-identity', 1, 'repairline.identity.user.v1.other', '{"type":"repairline.identity.user.v1.other","position":1,"data":{}}', 'TypeError', 'passed over')`,
    );
    assert.match(await tools('dead-letters', 'skip', 'analytics', 'from-identity', '1'), /skipped/);
  });

  await t.test('a subscriber is added, listed from the bus only, and removed', async () => {
    const added = await run('tools', 'consumer', 'add', 'reports', '--context', 'repairs');
    assert.equal(added.code, 0, added.errors);
    assert.equal(JSON.parse(added.output).consumer, 'reports');
    assert.match(added.errors, /"subscriber-reports" \{\n {4}users: \[ \{ nkey: U/);
    assert.match(await tools('consumer', 'list'), /^reports {2}repairs {2}since \S+ {2}\d+ events waiting/);
    assert.equal((await run('tools', 'consumer', 'add', 'reports')).code, 2);
    const removed = await run('tools', 'consumer', 'remove', 'reports');
    assert.deepEqual([removed.code, /You can remove its account/.test(removed.errors)], [0, true]);
    assert.match(await tools('consumer', 'list'), /There are no subscribers/);
    assert.equal(
      (await run('tools', 'consumer', 'remove', 'repairs-identity')).code,
      2,
      'a consumer of the product is not removed',
    );
  });

  await t.test(
    'migrate and restore put a backup into empty stores, and only the newest nightly backup is kept',
    async (t) => {
      const taken = await run('backup', join(box.backups, 'copy'));
      assert.equal(taken.code, 0, taken.errors);
      for (let night = 0; night < 3; night += 1) {
        const { code, errors } = await run('backup', '--into', box.backups, '--keep', '1');
        assert.equal(code, 0, errors);
        await nextSecond();
      }
      const kept = readdirSync(box.backups).filter((name) => name.startsWith('repairline-'));
      assert.deepEqual([kept.length, kept[1]], [2, `${kept[0]}.keys`]);
      const { adminUrl: databaseUrl, natsEventsUrl: emptyBus, secrets } = await emptyStores(t);
      const empty = { ...here, databaseUrl, natsEventsUrl: emptyBus, identityOnBus: secrets.bus.identity };
      for (const [service, ...args] of [['migrate'], ['restore', join(box.backups, 'copy')]]) {
        const ran = await runIn(box, service, environmentOf(service, empty), args);
        assert.equal(ran.code, 0, ran.errors);
      }
      const log = 'select position, type from repairs.events order by position';
      assert.deepEqual(await sql(databaseUrl, log), await sql(databaseAdminUrl, log));
    },
  );

  await t.test('a student is erased', async () => {
    const erased = await tools('erase', 'student', 'Ada Quill', '--by', ADMIN.ADMIN_EMAIL, '--yes');
    assert.match(erased, /What was typed about BOX-1 is erased/);
    assert.equal((await admin.get('/api/devices/BOX-1')).body.studentName ?? null, null);
  });

  await t.test('a lost password is replaced', async () => {
    const [, password] = /^Password of admin@school\.example: +(\S+)$/m.exec(
      await tools('password', ADMIN.ADMIN_EMAIL),
    );
    assert.equal((await visitor(product.port).signIn(ADMIN.ADMIN_EMAIL, password, 'violet-anchor-40')).status, 200);
  });

  await t.test('a command that lacks a variable or is unknown says so', async () => {
    const { required } = await variablesOf('tools');
    for (const name of required) {
      const others = { ...environmentOf('tools', here), [name]: '' };
      const { code, errors } = await runIn(box, 'tools', others, ['verify']);
      assert.deepEqual([name, code, errors.trim().split('\n').length], [name, 2, 1]);
    }
    for (const args of [[], ['seed'], ['--help']]) {
      const { code, errors } = await run('tools', ...args);
      assert.deepEqual([code, /one of the commands verify, rebuild/.test(errors)], [2, true]);
    }
  });
});
