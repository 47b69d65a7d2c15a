import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { migrateServices } from '../migrate/migrate-services.mjs';
import { rolePasswordsFor } from '../migrate/role-passwords.mjs';
import { natsInfo } from './nats.mjs';
import { allGone, answeringPid, eventually, place } from './testing/running-copy.mjs';

const { Client } = createRequire(import.meta.resolve('@repairline/service-kit/migrate'))('pg');

async function query(url, sql) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A new database and the bus of a running product, for another product to use. */
async function storesOutside({ run }) {
  const { databaseAdminUrl, natsEventsUrl } = run();
  await query(databaseAdminUrl, 'CREATE DATABASE district');
  const url = new URL(databaseAdminUrl);
  url.pathname = '/district';
  return { DATABASE_URL: url.toString(), NATS_URL: natsEventsUrl };
}

test('Ctrl-C stops every process and leaves nothing behind', async (t) => {
  const { start, children, run, port, dataDir } = await place(t);
  const copy = await start();
  const started = children();
  assert.deepEqual(Object.keys(started).sort(), ['gateway', 'identity', 'nats', 'postgres', 'repairs']);
  const { databaseAdminUrl } = run();
  assert.equal(await copy.stop('SIGINT'), 0);
  assert.ok(allGone(started));
  await assert.rejects(answeringPid(port));
  await assert.rejects(query(databaseAdminUrl, 'SELECT 1'));
  for (const name of ['run.json', 'supervisor.json', 'postgres/postmaster.pid']) {
    assert.equal(existsSync(join(dataDir, name)), false, name);
  }
});

const secretsIn = (dataDir) => ({
  firstAdminPassword: undefined,
  ...JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')),
});

// proves d.config.database-embedded d.config.nats-embedded d.config.data-dir
const KEPT_IN_DATA_DIR =
  'the embedded database and bus are kept in DATA_DIR, with the secrets that the first start generates';
test(KEPT_IN_DATA_DIR, async (t) => {
  const { start, run, dataDir } = await place(t);
  const copy = await start();
  const { databaseAdminUrl, natsEventsUrl } = run();
  const [{ server_version_num: version }] = await query(databaseAdminUrl, 'SHOW server_version_num');
  assert.ok(Number(version) >= 140_000);
  assert.ok(existsSync(join(dataDir, 'postgres', 'postmaster.pid')));
  const { jetstream } = await natsInfo(natsEventsUrl);
  assert.equal(jetstream, true);
  assert.ok(existsSync(join(dataDir, 'nats', 'store')));
  const secrets = secretsIn(dataDir);
  assert.match(secrets.dataKey, /^[0-9a-f]{64}$/);
  await copy.stop();
  await start();
  assert.deepEqual(secretsIn(dataDir), { ...secrets, firstAdminPassword: undefined });
});

// proves d.config.admin-password-generated
test('the generated password is shown on the first start only', async (t) => {
  const { start, run } = await place(t);
  const first = await start();
  assert.match(first.output, /First Admin: {2}admin@school\.example\nPassword: {5}\S{19}\n/);
  // As identity does, which a stand-in replaces here.
  await query(run().databaseAdminUrl, "INSERT INTO identity.credentials VALUES ('the first Admin', 'a hash')");
  await first.stop();
  const second = await start();
  assert.doesNotMatch(second.output, /Password/);
});

test('after migrations without a start, the next start shows the password', async (t) => {
  const [owner, guest] = [await place(t), await place(t)];
  await owner.start();
  const env = await storesOutside(owner);
  const [adminUrl, services] = [env.DATABASE_URL, ['identity']];
  await migrateServices({ adminUrl, services, rolePasswords: rolePasswordsFor(adminUrl, services) });
  const { output } = await guest.start(env);
  assert.match(output, /\nPassword: {5}\S{19}\n/);
});

test('a given password is not shown', async (t) => {
  const { start } = await place(t);
  const copy = await start({ ADMIN_PASSWORD: 'chosen by the school' });
  assert.doesNotMatch(copy.output, /Password|chosen/);
});

/** A start without ADMIN_PASSWORD that generates a password and fails before it shows it. */
async function failBeforeShown({ launch, dataDir }, env) {
  await launch({ ...env, ADMIN_EMAIL: 'refused@school.example' }).ended;
  return secretsIn(dataDir).firstAdminPassword;
}

test('a password given before the account is made replaces the one that a failed start generated', async (t) => {
  const at = await place(t);
  assert.match(await failBeforeShown(at), /^\S{19}$/);
  const first = await at.start({ ADMIN_PASSWORD: 'chosen by the school' });
  assert.doesNotMatch(first.output, /Password|chosen/);
  await query(at.run().databaseAdminUrl, "INSERT INTO identity.credentials VALUES ('the first Admin', 'a hash')");
  await first.stop();
  assert.doesNotMatch((await at.start()).output, /Password/);
});

test('a password that an interrupted start made the account with is shown, even if another is given since', async (t) => {
  const [owner, guest] = [await place(t), await place(t)];
  await owner.start();
  const env = await storesOutside(owner);
  const generated = await failBeforeShown(guest, env);
  await query(env.DATABASE_URL, "INSERT INTO identity.credentials VALUES ('the first Admin', 'a hash')");
  const { output } = await guest.start({ ...env, ADMIN_PASSWORD: 'chosen by the school' });
  const [, shown] =
    /\nPassword: {5}(\S{19})\n\(shown only this once\)\nADMIN_PASSWORD has no effect: /.exec(output) ?? [];
  assert.equal(shown, generated);
});

test('a start after the supervisor was killed ends the processes it left, and no data is lost', async (t) => {
  const { start, children, run } = await place(t);
  const killed = await start();
  await query(run().databaseAdminUrl, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const left = children();
  await killed.stop('SIGKILL');
  const next = await start();
  assert.match(next.output, /Ended what an earlier run left behind: .*postgres/);
  assert.ok(allGone(left));
  assert.deepEqual(await query(run().databaseAdminUrl, 'SELECT answer FROM kept'), [{ answer: 42 }]);
});

for (const name of ['gateway', 'identity', 'nats', 'postgres']) {
  test(`${name} is restarted after it is killed`, async (t) => {
    const { start, children, run, port } = await place(t);
    const copy = await start();
    const before = children()[name];
    process.kill(before.pid, 'SIGKILL');
    await eventually(() => children()[name].pid !== before.pid);
    await eventually(async () => (await query(run().databaseAdminUrl, 'SELECT 1')).length === 1);
    await eventually(async () => (await answeringPid(port)) === children().gateway.pid);
    assert.match(copy.errors, /ended \(SIGKILL\); starting it again in 0\.2 s/);
    assert.equal(await copy.stop(), 0);
    assert.ok(allGone(children()));
  });
}

test('two copies with their own port and data folder run side by side', async (t) => {
  const [one, other] = [await place(t), await place(t)];
  const copies = await Promise.all([one.start(), other.start()]);
  assert.notEqual(await answeringPid(one.port), await answeringPid(other.port));
  await copies[0].stop();
  assert.equal(await answeringPid(other.port), other.children().gateway.pid);
});

// proves d.config.database-url d.config.nats-url
test('an existing database and bus are used in place of embedded ones', async (t) => {
  const [owner, guest] = [await place(t), await place(t)];
  await owner.start();
  const env = await storesOutside(owner);
  await guest.start(env);
  assert.deepEqual(Object.keys(guest.children()).sort(), ['gateway', 'identity', 'repairs']);
  const schemas = await query(
    env.DATABASE_URL,
    "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'identity%' ORDER BY 1",
  );
  assert.deepEqual(schemas, [{ nspname: 'identity' }, { nspname: 'identity_rebuild' }]);
});

test('no key is generated for a database with data, and with its original key it can be used again', async (t) => {
  const [owner, first, moved] = [await place(t), await place(t), await place(t)];
  await owner.start();
  const env = await storesOutside(owner);
  await (await first.start(env)).stop();
  const { dataKey: DATA_KEY } = JSON.parse(readFileSync(join(first.dataDir, 'secrets.json'), 'utf8'));
  await query(
    env.DATABASE_URL,
    "INSERT INTO identity.personal_data_keys (key_id, subject, wrapped_key) VALUES (gen_random_uuid(), 'somebody', '')",
  );
  await assert.rejects(
    moved.start(env),
    /^Error: ended with 1: The data in the database of DATABASE_URL cannot be read without the DATA_KEY [^\n]*\n$/,
  );
  assert.ok(!existsSync(join(moved.dataDir, 'secrets.json')));
  await (await moved.start({ ...env, DATA_KEY })).stop();
  await moved.start(env);
});

test('if the given role may not create the schemas, one message has the SQL to run', async (t) => {
  const [owner, guest] = [await place(t), await place(t)];
  await owner.start();
  const { DATABASE_URL: privileged, NATS_URL } = await storesOutside(owner);
  await query(privileged, "CREATE ROLE weak LOGIN PASSWORD 'weak'");
  const weak = Object.assign(new URL(privileged), { username: 'weak', password: 'weak' });
  const env = { DATABASE_URL: weak.toString(), NATS_URL };
  const refused = guest.launch(env);
  assert.equal(await refused.ended, 1);
  const [sentence, ...sql] = refused.errors.trim().split('\n');
  assert.match(sentence, /"weak" may not prepare the homes of identity, repairs\. Run this SQL/);
  await query(privileged, sql.join('\n'));
  await guest.start(env);
});
