import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { natsInfo } from './stores/nats.mjs';
import { allGone, answeringPid, eventually, place, refusal } from './testing/running-copy.mjs';

const { Client } = createRequire(import.meta.resolve('@repairline/postgres/migrate/migrate'))('pg');

async function query(url, sql) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const secretsIn = (dataDir) => ({
  firstAdminPassword: undefined,
  ...JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')),
});
const GENERATED = /First Admin: {2}admin@school\.example\nPassword: {5}\S{19}\n/;
/** As identity does once it has made the first account; a stand-in replaces it here. */
const ACCOUNT_MADE = "INSERT INTO identity.credentials VALUES ('the first Admin', 'a hash')";

test('the product runs on its data folder, is killed, stopped and started again', async (t) => {
  const at = await place(t);
  const { start, launch, children, run, port, dataDir } = at;
  let copy = await start();
  let secrets;

  // proves d.config.database-embedded d.config.nats-embedded d.config.data-dir
  const KEPT_IN_DATA_DIR = 'the embedded database and bus are kept in DATA_DIR, with the secrets that are generated';
  await t.test(KEPT_IN_DATA_DIR, async () => {
    assert.deepEqual(Object.keys(children()).sort(), ['gateway', 'identity', 'nats', 'postgres', 'repairs']);
    const { databaseAdminUrl, natsEventsUrl } = run();
    const [{ server_version_num: version }] = await query(databaseAdminUrl, 'SHOW server_version_num');
    assert.ok(Number(version) >= 140_000);
    assert.ok(existsSync(join(dataDir, 'postgres', 'postmaster.pid')));
    assert.equal((await natsInfo(natsEventsUrl)).jetstream, true);
    assert.ok(existsSync(join(dataDir, 'nats', 'store')));
    secrets = secretsIn(dataDir);
    assert.match(secrets.dataKey, /^[0-9a-f]{64}$/);
  });

  await t.test(
    'a second start on the same data is refused before it installs or builds, and changes nothing',
    async () => {
      const { pid } = run();
      const second = launch();
      const line = await refusal(second);
      assert.match(line, new RegExp(`^Repairline is already running on ${dataDir} .*: http://localhost`));
      assert.match(copy.output, /is prepared/);
      assert.doesNotMatch(second.output, /is prepared/);
      assert.equal(run().pid, pid);
    },
  );

  const titles = { gateway: 'gateway', identity: 'identity', nats: 'The message bus', postgres: 'The database' };
  for (const [name, title] of Object.entries(titles)) {
    await t.test(`${name} is restarted after it is killed`, async () => {
      const before = children()[name];
      process.kill(before.pid, 'SIGKILL');
      await eventually(() => children()[name] && children()[name].pid !== before.pid);
      await eventually(async () => (await query(run().databaseAdminUrl, 'SELECT 1')).length === 1);
      await eventually(async () => (await answeringPid(port)) === children().gateway.pid);
      assert.match(copy.errors, new RegExp(`^${title} ended \\(SIGKILL\\); starting it again in 0\\.2 s`, 'm'));
    });
  }

  await t.test('Ctrl-C stops every process and leaves nothing behind', async () => {
    const { databaseAdminUrl } = run();
    await query(databaseAdminUrl, ACCOUNT_MADE);
    await query(databaseAdminUrl, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const started = children();
    assert.equal(await copy.stop('SIGINT'), 0);
    assert.ok(allGone(started));
    await assert.rejects(answeringPid(port));
    await assert.rejects(query(databaseAdminUrl, 'SELECT 1'));
    for (const name of ['run.json', 'supervisor.json', 'postgres/postmaster.pid'])
      assert.equal(existsSync(join(dataDir, name)), false, name);
  });

  // proves d.config.admin-password-generated
  await t.test('the generated password is shown on the first start only, and the other secrets stay', async () => {
    assert.match(copy.output, GENERATED);
    copy = await start();
    assert.doesNotMatch(copy.output, /Password/);
    assert.deepEqual(secretsIn(dataDir), { ...secrets, firstAdminPassword: undefined });
  });

  await t.test('a start after the supervisor was killed ends the processes it left, and no data is lost', async () => {
    const left = children();
    await copy.stop('SIGKILL');
    copy = await start();
    assert.match(copy.output, /Ended what an earlier run left behind: .*postgres/);
    assert.ok(allGone(left));
    assert.deepEqual(await query(run().databaseAdminUrl, 'SELECT answer FROM kept'), [{ answer: 42 }]);
  });

  await t.test('lost secrets are not silently replaced when there is data', async () => {
    await copy.stop();
    writeFileSync(join(dataDir, 'secrets.json'), '{ half');
    assert.match(await refusal(launch()), /secrets\.json is missing or damaged/);
  });
});

const CHOSEN = 'chosen by the school';

/** A start without ADMIN_PASSWORD that generates a password and fails before it shows it. */
async function failBeforeShown({ launch, children, dataDir }, env) {
  const line = await refusal(launch({ ...env, ADMIN_EMAIL: 'refused@school.example' }));
  assert.match(line, /^identity does not start \(code 78\): refused by the stand-in/);
  assert.ok(allGone(children()));
  return secretsIn(dataDir).firstAdminPassword;
}

test('products run side by side, with stores of their own or given ones', async (t) => {
  const [owner, second] = [await place(t), await place(t)];

  await t.test('a service that refuses its configuration stops the start', async () =>
    assert.match(await failBeforeShown(second), /^\S{19}$/),
  );

  const [, copy] = await Promise.all([owner.start(), second.start({ ADMIN_PASSWORD: CHOSEN })]);
  const { databaseAdminUrl, natsEventsUrl: NATS_URL } = owner.run();
  /** A new database and the bus of a running product, for another product to use. */
  const storesOutside = async (name) => {
    await query(databaseAdminUrl, `CREATE DATABASE ${name}`);
    return { DATABASE_URL: Object.assign(new URL(databaseAdminUrl), { pathname: `/${name}` }).href, NATS_URL };
  };

  await t.test('a password given before the account is made replaces a generated one, and is not shown', async () => {
    assert.doesNotMatch(copy.output, /Password|chosen/);
    assert.equal(secretsIn(second.dataDir).firstAdminPassword, undefined);
  });

  await t.test('two copies with their own port and data folder run side by side', async () => {
    assert.notEqual(await answeringPid(owner.port), await answeringPid(second.port));
    await copy.stop();
    assert.equal(await answeringPid(owner.port), owner.children().gateway.pid);
  });

  const [guest, moved] = [await place(t), await place(t)];
  const env = await storesOutside('district');
  // proves d.config.database-url d.config.nats-url
  await t.test('an existing database and bus are used in place of embedded ones', async () => {
    const started = await guest.start(env);
    assert.deepEqual(Object.keys(guest.children()).sort(), ['gateway', 'identity', 'repairs']);
    const schemas = "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'identity%' ORDER BY 1";
    assert.deepEqual(await query(env.DATABASE_URL, schemas), [
      { nspname: 'identity' },
      { nspname: 'identity_rebuild' },
    ]);
    await started.stop();
  });

  await t.test(
    'on a database that has been migrated before any start, the first start shows the password',
    async () => {
      const first = await moved.start(env);
      assert.match(first.output, GENERATED);
      await first.stop();
    },
  );

  await t.test(
    'no key is generated for a database with data, and with its original key it can be used again',
    async (t) => {
      const another = await place(t);
      const { dataKey: DATA_KEY } = secretsIn(guest.dataDir);
      await query(
        env.DATABASE_URL,
        "INSERT INTO identity.personal_data_keys (key_id, subject, wrapped_key) VALUES (gen_random_uuid(), 'somebody', '')",
      );
      const said = /^The data in the database of DATABASE_URL cannot be read without the DATA_KEY /;
      assert.match(await refusal(another.launch(env)), said);
      assert.ok(!existsSync(join(another.dataDir, 'secrets.json')));
      await (await another.start({ ...env, DATA_KEY })).stop();
      assert.equal(secretsIn(another.dataDir).dataKey, DATA_KEY);
    },
  );

  await t.test(
    'a password that an interrupted start made the account with is shown, even if another is given since',
    async (t) => {
      const interrupted = await place(t);
      const own = await storesOutside('interrupted');
      const generated = await failBeforeShown(interrupted, own);
      await query(own.DATABASE_URL, ACCOUNT_MADE);
      const { output } = await interrupted.start({ ...own, ADMIN_PASSWORD: CHOSEN });
      const shown = /\nPassword: {5}(\S{19})\n\(shown only this once\)\nADMIN_PASSWORD has no effect: /.exec(
        output,
      )?.[1];
      assert.equal(shown, generated);
    },
  );

  await t.test('if the given role may not create the schemas, one message has the SQL to run', async (t) => {
    const poor = await place(t);
    const { DATABASE_URL: privileged } = await storesOutside('of_a_weak_role');
    await query(privileged, "CREATE ROLE weak LOGIN PASSWORD 'weak'");
    const weak = Object.assign(new URL(privileged), { username: 'weak', password: 'weak' });
    const own = { DATABASE_URL: weak.href, NATS_URL };
    const refused = poor.launch(own);
    await assert.rejects(refused.ready(), /^Error: ended with 1: /);
    const [sentence, ...sql] = refused.errors.trim().split('\n');
    assert.match(sentence, /"weak" may not prepare the homes of identity, repairs\. Run this SQL/);
    await query(privileged, sql.join('\n'));
    await poor.start(own);
  });

  for (const [given, line] of [
    [{ NATS_URL: 'nats://127.0.0.1:1' }, /^NATS_URL: no NATS server answers at 127\.0\.0\.1:1/],
    [
      { NATS_URL: '', NATS_EVENTS_URL: 'nats://127.0.0.1:1' },
      /^NATS_CALLS_URL: is needed beside NATS_EVENTS_URL, or NATS_URL for both/,
    ],
    [
      { EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: 'esdb://admin:secret@127.0.0.1:1?tls=false' },
      /^EVENTSTOREDB_URL: no EventStoreDB serves at 127\.0\.0\.1:1: (?!.*secret)/,
    ],
  ]) {
    // proves d.config.bad-value-stops
    await t.test(`${JSON.stringify(given)} stops the start with one line`, async (t) => {
      const refused = (await place(t)).launch({ ...env, DATA_KEY: secretsIn(guest.dataDir).dataKey, ...given });
      assert.match(await refusal(refused), line);
    });
  }
});
