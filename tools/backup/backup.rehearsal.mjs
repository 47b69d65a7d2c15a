import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { readersThatStop } from '../shared/service-log.mjs';
import { REAL_PRODUCT, eventually, place } from '../start/testing/running-copy.mjs';
import { noSmallDisk, smallDisk } from '../start/testing/small-disk.mjs';
import { visitor } from '../start/testing/visitor.mjs';
import { LOGS } from './contents.mjs';
import { nameAt } from './file/kept.mjs';
import { newInstallation } from './testing/new-installation.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const { Client } = createRequire(import.meta.resolve('@repairline/postgres/migrate/migrate'))('pg');
const { createKeyTable } = createRequire(import.meta.url)('@repairline/event-store/personal-data/key-table');
const ADMIN = ['admin@school.example', 'an admin who returns'];
const NEWCOMER = ['bo@school.example', 'an admin of tomorrow'];
const ADMIN_ENV = { ADMIN_EMAIL: ADMIN[0], ADMIN_PASSWORD: ADMIN[1] };
const SERVICES = ['identity', 'repairs', 'billing', 'analytics'];
/**
 * What a restored product makes anew and differently: sign-ins end, attempt counts and leases start over, and consumers
 * that read a log from its beginning reach its end, past the last published event.
 */
const OWN = [
  ...['sign_ins', 'throttles', 'counted_attempts', 'projector', 'schema_migrations'],
  ...['consumed_positions', 'last_verification'],
];
const WITHOUT_KEY = `SELECT position FROM <service>.events WHERE data->'$personal' IS NOT NULL AND NOT EXISTS
  (SELECT FROM <service>.personal_data_keys WHERE key_id::text = data->'$personal'->>'k')`;
const ENDS_WITHIN_MS = 60_000;
const gunzipped = (bytes) => gunzipSync(bytes).toString();

function run(script, args, dataDir, more = {}) {
  const { PATH, HOME, NATS_SERVER_BIN = '' } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataDir, ...(NATS_SERVER_BIN && { NATS_SERVER_BIN }), ...more };
  return new Promise((resolve) => {
    const options = { env, cwd: root, timeout: ENDS_WITHIN_MS };
    execFile(process.execPath, [join(root, 'tools', script), ...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? (error.code ?? error.signal) : 0, output: `${stdout}${stderr}` }),
    );
  });
}

async function connected(url, work) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Every row of every table that must be the same before and after, except when it was last written. */
function contents(url) {
  return connected(url, async (client) => {
    const { rows: tables } = await client.query(
      `SELECT schemaname, tablename FROM pg_tables WHERE schemaname = ANY($1) AND tablename <> ALL($2) ORDER BY 1, 2`,
      [SERVICES, OWN],
    );
    const found = {};
    for (const { schemaname, tablename } of tables) {
      const { rows } = await client.query(
        `SELECT (to_jsonb(t) - 'updated_at')::text AS row FROM "${schemaname}"."${tablename}" t ORDER BY 1`,
      );
      found[`${schemaname}.${tablename}`] = rows.map(({ row }) => row);
    }
    return found;
  });
}

/** Waits until everything recorded has been shown, published and taken in. */
function settled(product) {
  const { databaseAdminUrl } = product.run();
  return eventually(
    () =>
      connected(databaseAdminUrl, async (client) => {
        for (const service of ['identity', 'repairs', 'billing']) {
          const { rows } = await client.query(
            `SELECT (SELECT coalesce(max(position), 0) FROM ${service}.events) AS head,
               (SELECT min(position) FROM ${service}.view_checkpoints) AS shown,
               (SELECT position FROM ${service}.relay_cursors) AS published`,
          );
          if (rows[0].head !== rows[0].shown || rows[0].head !== rows[0].published) return false;
        }
        const { rows } = await client.query(
          `SELECT c.position >= r.predecessor AS current FROM repairs.relay_cursors r, billing.consumed_positions c
           WHERE c.source = 'repairs'
           UNION ALL SELECT min(c.position) >= max(r.predecessor)
           FROM repairs.relay_cursors r, analytics.view_checkpoints c
           UNION ALL SELECT c.position >= i.predecessor FROM identity.relay_cursors i,
             (SELECT * FROM analytics.consumed_positions UNION ALL SELECT * FROM billing.consumed_positions
              UNION ALL SELECT * FROM repairs.consumed_positions) c WHERE c.source = 'identity'`,
        );
        return rows.length === 5 && rows.every(({ current }) => current);
      }),
    60_000,
  );
}

/** @returns the position of an event in the log of repairs that no version knows */
async function recordNonsense(url) {
  const { rows } = await connected(url, (client) =>
    client.query(
      `INSERT INTO repairs.events (position, stream, stream_version, id, type, version, data, occurred_at, recorded_at,
         actor, correlation_id, causation_id)
       SELECT max(position) + 1, 'nonsense-1', 1, gen_random_uuid(), 'Nonsense', 7, '{}', now(), now(), null, 'a test',
         gen_random_uuid()
       FROM repairs.events RETURNING position::text`,
    ),
  );
  return rows[0].position;
}

async function work({ port }) {
  const admin = visitor(port);
  assert.equal((await admin.signIn(...ADMIN)).status, 200);
  const { send } = admin;
  const device = { barcodeNumber: 'B-1', school: 'SHS', priority: 'High', studentName: 'Ava Kowalski' };
  assert.equal((await send('POST', '/api/devices', device)).status, 201);
  const log = { issue: 'Screen', actions: 'New screen', completed: true };
  assert.equal((await send('POST', '/api/devices/B-1/logs', log)).status, 201);
  assert.equal((await send('POST', '/api/sessions/start', {})).status, 201);
  await eventually(async () => (await admin.get('/api/billing/completed')).body.length > 0);
  assert.equal((await send('PATCH', '/api/devices/B-1/billing-notes', { billingNotes: 'Paid in cash' })).status, 200);
  return admin;
}

/** Signs in for the first time, and is made an Admin by the one who gives the commands. */
async function joins({ port }, { get, send }) {
  assert.equal((await visitor(port).signIn(...NEWCOMER)).status, 403);
  const { id: userId } = (await get('/api/admin/users')).body.find(({ email }) => email === NEWCOMER[0]);
  assert.equal((await send('POST', '/api/admin/users/approve', { userId, approved: true })).status, 200);
  assert.equal((await send('POST', '/api/admin/users/promote', { userId, role: 'Admin' })).status, 200);
}

test('a backup taken while people work is restored row by row', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-backups-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [before, after, other] = await Promise.all([place(t, REAL_PRODUCT), place(t, REAL_PRODUCT), place(t)]);
  const copy = await before.start(ADMIN_ENV);
  const seeded = await run('seed/seed.mjs', ['--devices', '60'], before.dataDir);
  assert.equal(seeded.code, 0, seeded.output);
  const admin = await work(before);
  const [quiet, busy] = ['quiet', 'busy'].map((name) => join(folder, name));

  await settled(before);
  const taken = await run('backup/backup.mjs', [quiet], before.dataDir);
  assert.equal(taken.code, 0, taken.output);
  const expected = await contents(before.run().databaseAdminUrl);

  await t.test('with another DATA_KEY than that of the product, no backup is taken', async () => {
    const path = join(folder, 'other-key');
    const { code, output } = await run('backup/backup.mjs', [path], before.dataDir, { DATA_KEY: 'ab'.repeat(32) });
    assert.equal(code, 2);
    assert.match(output, /^DATA_KEY is not the key of the product on /);
    assert.ok(!existsSync(path));
  });
  await t.test('a full disk is named, and no partial backup stays on it', { skip: noSmallDisk }, async (part) => {
    const small = smallDisk(part, '8k');
    if (!small) return part.skip('mounting is not allowed here');
    const { code, output } = await run('backup/backup.mjs', [join(small, 'copy')], before.dataDir);
    assert.equal(code, 2);
    assert.match(output, /The disk that holds .*copy is full/);
    assert.deepEqual(readdirSync(small), []);
  });

  await t.test('an event that this version does not know is warned of until it is left out', async () => {
    const { databaseAdminUrl } = before.run();
    const position = await recordNonsense(databaseAdminUrl);
    const warned = await run('backup/backup.mjs', [join(folder, 'warned')], before.dataDir);
    assert.equal(warned.code, 0, warned.output);
    assert.match(warned.output, /^Warning: .* Nonsense version 7 \(repairs, 1 of them/mu);
    for (const reader of readersThatStop('repairs')) {
      const skip = () => run('log/dead-letters.mjs', ['skip', 'repairs', reader, position], before.dataDir);
      await eventually(async () => (await skip()).code === 0, 30_000);
    }
  });

  await joins(before, admin);
  let working = true;
  let added = 0;
  const people = (async () => {
    for (; working; added += 1) {
      const device = { barcodeNumber: `LATE-${added}`, school: 'SMS', priority: 'Low' };
      assert.equal((await admin.send('POST', '/api/devices', device)).status, 201);
    }
  })();
  await eventually(() => added > 3);
  const takenBusy = await run('backup/backup.mjs', [busy], before.dataDir);
  working = false;
  await people;
  assert.equal(takenBusy.code, 0, takenBusy.output);
  assert.doesNotMatch(takenBusy.output, /Warning/u);
  const later = await contents(before.run().databaseAdminUrl);
  await copy.stop();

  await t.test('neither file contains a name, note or password', () => {
    const { output } = taken;
    assert.match(output, /Keep it apart/u);
    for (const file of [quiet, `${quiet}.keys`]) {
      const bytes = readFileSync(file);
      const text = file.endsWith('.keys') ? bytes.toString('latin1') : gunzipped(bytes);
      for (const secret of ['Kowalski', 'Paid in cash', 'argon2', ADMIN[1]]) assert.ok(!text.includes(secret), secret);
    }
  });

  await t.test('without the DATA_KEY of its installation nothing is restored, and nothing is left behind', async () => {
    const { code, output } = await run('backup/restore.mjs', [quiet], after.dataDir);
    assert.equal(code, 2);
    assert.match(output, /put the secrets\.json/u);
    assert.deepEqual(readdirSync(after.dataDir), []);
  });

  const secrets = (dataDir) => copyFileSync(join(before.dataDir, 'secrets.json'), join(dataDir, 'secrets.json'));
  secrets(after.dataDir);
  await t.test('a truncated log or keys file leaves nothing behind', async () => {
    for (const [name, keys] of [
      ['short', 0],
      ['whole', 9],
    ]) {
      const path = join(folder, name);
      writeFileSync(path, name === 'short' ? readFileSync(quiet).subarray(0, -9) : readFileSync(quiet));
      writeFileSync(`${path}.keys`, readFileSync(`${quiet}.keys`).subarray(0, keys === 0 ? undefined : -keys));
      const { code, output } = await run('backup/restore.mjs', [path], after.dataDir);
      assert.equal(code, 2);
      assert.match(output, /is damaged: .* Nothing was restored\./u);
      assert.deepEqual(readdirSync(after.dataDir), ['secrets.json']);
    }
  });

  await t.test(
    'a source that is not a backup file is reported as a failed restore, not as a failed start',
    async () => {
      const { code, output } = await run('backup/restore.mjs', [folder, '--keys', `${quiet}.keys`], after.dataDir);
      assert.equal(code, 2);
      assert.match(output, /^The restore failed: EISDIR/mu);
    },
  );

  const restored = await run('backup/restore.mjs', [quiet], after.dataDir);
  assert.equal(restored.code, 0, restored.output);
  const again = await after.start(ADMIN_ENV);
  await settled(after);
  const found = await contents(after.run().databaseAdminUrl);
  await t.test('all lists, figures, logs, keys and positions are as before, and the events are published', () => {
    assert.deepEqual(Object.keys(found), Object.keys(expected));
    assert.ok(expected['repairs.device_list'].length === 61 && expected['billing.billing_items'].length > 0);
    for (const table of Object.keys(expected)) assert.deepEqual(found[table], expected[table], table);
  });
  await t.test('sign-ins have ended, and the passwords are those of before', async () => {
    const stale = await fetch(`http://localhost:${after.port}/api/auth/user`, { headers: { cookie: admin.cookie() } });
    assert.equal(stale.status, 401);
    const returned = visitor(after.port);
    assert.equal((await returned.signIn(...ADMIN)).status, 200);
    const { studentName, billingNotes } = (await returned.get('/api/devices/B-1')).body;
    assert.deepEqual({ studentName, billingNotes }, { studentName: 'Ava Kowalski', billingNotes: 'Paid in cash' });
  });
  await t.test('an installation in use is refused as such, and nobody is advised to empty its bus', async () => {
    const { databaseAdminUrl: DATABASE_URL, natsEventsUrl: NATS_URL } = after.run();
    const { code, output } = await run('backup/restore.mjs', [busy], after.dataDir, { DATABASE_URL, NATS_URL });
    assert.equal(code, 2);
    assert.match(output, /^The product is running on this database: stop its services first\.$/mu);
    assert.doesNotMatch(output, /bus/);
  });
  await again.stop();

  await t.test('an installation whose database or bus is not empty is refused, the database first', async () => {
    const full = await run('backup/restore.mjs', [busy], after.dataDir);
    assert.equal(full.code, 2);
    assert.match(full.output, /The installation is not empty \(billing\.events holds rows\).*Nothing was changed\./u);
    rmSync(join(after.dataDir, 'postgres'), { recursive: true });
    const { code, output } = await run('backup/restore.mjs', [busy], after.dataDir);
    assert.equal(code, 2);
    assert.match(output, /The message bus holds \d+ events already\. Remove \S+nats.store: the product/u);
  });
  await t.test(
    'a backup taken while people work holds a prefix of every log, and can be restored to an external database',
    async () => {
      secrets(other.dataDir);
      const { code, output } = await run('backup/restore.mjs', [busy], other.dataDir);
      assert.equal(code, 0, output);
      assert.doesNotMatch(output, /older/);
      await other.start();
      const url = other.run().databaseAdminUrl;
      const copied = await contents(url);
      assert.equal(copied['repairs.dead_letters'].length, readersThatStop('repairs').length);
      for (const service of ['identity', 'repairs', 'billing']) {
        const [events, all] = [copied, later].map((tables) => tables[`${service}.events`]);
        assert.ok(events.length <= all.length && events.length >= expected[`${service}.events`].length);
        const positions = events.map((row) => JSON.parse(row).position).sort((one, next) => one - next);
        assert.deepEqual(
          positions,
          [...positions.keys()].map((index) => index + 1),
        );
        for (const row of events) assert.ok(all.includes(row), row);
        const { rows } = await connected(url, (client) => client.query(WITHOUT_KEY.replaceAll('<service>', service)));
        assert.deepEqual(rows, []);
      }
      const taken = copied['repairs.events'].length - expected['repairs.events'].length;
      assert.ok(taken > 0 && copied['repairs.events'].length < later['repairs.events'].length, `${taken} more`);

      const elsewhere = new URL(url);
      elsewhere.pathname = '/elsewhere';
      await connected(url, (client) => client.query('CREATE DATABASE elsewhere'));
      const { dataKey: DATA_KEY } = JSON.parse(readFileSync(join(other.dataDir, 'secrets.json'), 'utf8'));
      const outside = { DATABASE_URL: elsewhere.toString(), DATA_KEY };
      const nowhere = join(folder, 'no-data-folder');
      const used = await run('backup/restore.mjs', [busy], other.dataDir, outside);
      assert.equal(used.code, 2);
      assert.match(used.output, /The message bus has been used before\. Remove .*nats.store/u);
      const filled = await run('backup/restore.mjs', [busy], nowhere, outside);
      assert.equal(filled.code, 0, filled.output);
      const again = join(folder, 'again');
      const second = await run('backup/backup.mjs', [again], nowhere, outside);
      assert.equal(second.code, 0, second.output);
      assert.deepEqual((await contents(outside.DATABASE_URL))['repairs.events'], copied['repairs.events']);
    },
  );

  await t.test('with older keys, an account from in between opens with nothing but a new password', async (part) => {
    const { dataDir, port, start } = await place(part, REAL_PRODUCT);
    secrets(dataDir);
    const older = await run('backup/restore.mjs', [busy, '--keys', `${quiet}.keys`], dataDir);
    assert.equal(older.code, 0, older.output);
    assert.match(older.output, /quiet\.keys is 1 h older than .*busy: names and notes .* cannot be read/);
    assert.match(older.output, /those accounts have no password.* npm run password -- <email>/);
    await start(ADMIN_ENV);
    const [email, lost] = NEWCOMER;
    const signIn = (...passwords) => visitor(port).signIn(email, ...passwords);
    for (const password of ['a password of a stranger', lost]) assert.equal((await signIn(password)).status, 401);
    const given = await run('log/password.mjs', [email], dataDir);
    assert.equal(given.code, 0, given.output);
    const [, password] = /^Password of bo@school\.example: +(\S+)$/m.exec(given.output);
    const { status, body } = await signIn(password, 'violet-anchor-40');
    assert.deepEqual([status, body.user?.email, body.user?.role], [200, '', 'Admin']);
  });
});

/** Records a key of one service, as it does with its first personal data. */
async function recordKey(client, service, dataKey) {
  await client.query(`SET search_path = ${service}`);
  await createKeyTable(client, Buffer.from(dataKey, 'hex')).bySubjectOrNew(['somebody']);
}

/** The database of a stopped product, and backups of it from elsewhere, with a data folder of their own. */
async function stoppedProduct(t) {
  const { url: DATABASE_URL, clients } = await newInstallation(t);
  const folder = mkdtempSync(join(tmpdir(), 'repairline-keys-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [backups, dataDir] = ['backups', 'of-a-trial'].map((name) => join(folder, name));
  for (const made of [backups, dataDir]) mkdirSync(made);
  const backUp = (env, to = ['--into', backups, '--keep', '1']) =>
    run('backup/backup.mjs', to, dataDir, { DATABASE_URL, ...env });
  const kept = () => readdirSync(backups);
  return { client: clients[0], backups, secretsFile: join(dataDir, 'secrets.json'), backUp, kept };
}

test('with a DATA_KEY that the data was not recorded with no backup is taken, and the older one stays', async (t) => {
  const { client, backups, secretsFile, backUp, kept } = await stoppedProduct(t);
  const [own, others] = ['ab', 'cd'].map((byte) => byte.repeat(32));
  await recordKey(client, 'identity', own);
  const taken = await backUp({ DATA_KEY: own.toUpperCase() }, [join(backups, nameAt(new Date(0)))]);
  assert.equal(taken.code, 0, taken.output);
  const older = kept();
  assert.equal(older.length, 2);
  const refuses = async (env, said) => {
    const { code, output } = await backUp(env);
    assert.equal(code, 2, output);
    assert.ok(output.startsWith(said), output);
    assert.deepEqual(kept(), older);
  };
  const wrong = 'DATA_KEY is not the key that the data in this database was recorded with. It came from';
  const malformed = 'must be 64 hexadecimal digits. No backup was taken.\n';
  for (const DATA_KEY of [`0x${own}`, own.slice(1), `${own} `])
    await refuses({ DATA_KEY }, `DATA_KEY from the environment ${malformed}`);
  await refuses({ DATA_KEY: others }, `${wrong} the environment;`);
  writeFileSync(secretsFile, JSON.stringify({ dataKey: others }));
  await refuses({}, `${wrong} ${secretsFile};`);
  writeFileSync(secretsFile, JSON.stringify({ dataKey: own.slice(1) }));
  await refuses({}, `DATA_KEY from ${secretsFile} ${malformed}`);
});

test('the DATA_KEY of a backup is that of every log', async (t) => {
  const { client, backUp, kept } = await stoppedProduct(t);
  for (const { service } of LOGS) {
    await recordKey(client, service, 'ab'.repeat(32));
    const { code, output } = await backUp({ DATA_KEY: 'cd'.repeat(32) });
    assert.equal(code, 2, output);
    assert.match(output, /^DATA_KEY is not the key that the data/);
    assert.deepEqual(kept(), []);
    await client.query('DELETE FROM personal_data_keys');
  }
});

test('a backup into a folder that does not exist says so at once', async (t) => {
  const { start, dataDir } = await place(t);
  await start();
  const { code, output } = await run('backup/backup.mjs', ['--into', join(dataDir, 'nowhere')], dataDir);
  assert.equal(code, 2, output);
  assert.equal(output, `The folder ${join(dataDir, 'nowhere')} does not exist.\n`);
});
