import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { REAL_PRODUCT, allGone, place } from './testing/running-copy.mjs';
import { noSmallDisk, smallDisk } from './testing/small-disk.mjs';

async function refusal(copy) {
  assert.equal(await copy.ended, 1);
  const lines = copy.errors.trim().split('\n');
  assert.equal(lines.length, 1, copy.errors);
  return lines[0];
}

test('a port that another program uses is named in one line', async (t) => {
  const { launch, port, children } = await place(t);
  const other = createServer().listen(port);
  t.after(() => other.close());
  assert.match(await refusal(launch()), new RegExp(`^Port ${port} is taken by another program`));
  assert.ok(allGone(children()));
});

test('a second start on the same data is refused before it installs or builds, and leaves the first alone', async (t) => {
  const { start, launch, dataDir, run } = await place(t);
  const first = await start();
  const { pid } = run();
  const second = launch();
  const sentence = await refusal(second);
  assert.match(sentence, new RegExp(`^Repairline is already running on ${dataDir} .*: http://localhost`));
  assert.match(first.output, /is prepared/);
  assert.doesNotMatch(second.output, /is prepared/);
  assert.equal(run().pid, pid);
});

const wrong = [
  [{ PORT: 'http' }, /^PORT: must be a port number$/],
  [{ PORT: '70000' }, /^PORT: must be 1 to 65535$/],
  [{ DATABASE_URL: 'mysql://localhost' }, /^DATABASE_URL: must look like postgres:/],
  [{ DATABASE_URL: 'postgres://localhost/repairs?user=owner' }, /^DATABASE_URL: must look like postgres:/],
  [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, /^DATABASE_URL: no sign-in at 127\.0\.0\.1:1/],
  [{ NATS_URL: 'nats://127.0.0.1:1' }, /^NATS_URL: no NATS server answers at 127\.0\.0\.1:1/],
  [
    { NATS_EVENTS_URL: 'nats://127.0.0.1:1' },
    /^NATS_CALLS_URL: is needed beside NATS_EVENTS_URL, or NATS_URL for both/,
  ],
  [{ NATS_SERVER_BIN: '/nowhere/nats-server' }, /^NATS_SERVER_BIN: \/nowhere\/nats-server is not a program/],
  [{ EVENT_STORE: 'memory' }, /^EVENT_STORE: must be 'postgres' or 'eventstoredb'$/],
  [{ EVENT_STORE: 'eventstoredb' }, /^EVENTSTOREDB_URL: is needed/],
  [{ SCHOOL_EMAIL_DOMAINS: 'not a domain' }, /^SCHOOL_EMAIL_DOMAINS: must be domains/],
  [{ DISTRICT_TIMEZONE: 'Mars/Olympus' }, /^DISTRICT_TIMEZONE: must be a time zone/],
  [{ SCHOOLS_FILE: '/nowhere/schools.json' }, /^SCHOOLS_FILE: \/nowhere\/schools\.json does not exist$/],
  [{ PUBLIC_ORIGIN: 'https://school.example/path' }, /^PUBLIC_ORIGIN: must be an origin/],
  [{ EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: 'http://x' }, /^EVENTSTOREDB_URL: must look like esdb:/],
  [
    { EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: 'esdb://admin:secret@127.0.0.1:1?tls=false' },
    /^EVENTSTOREDB_URL: no EventStoreDB serves at 127\.0\.0\.1:1: (?!.*secret)/,
  ],
  [{ NATS_URL: 'http://localhost' }, /^NATS_URL: must look like nats:/],
  [{ NATS_URL: 'nats://localhost:4222,nats://bus:p#1@localhost' }, /^NATS_URL: must look like nats:/],
  [{ NATS_REPLICAS: '2' }, /^NATS_REPLICAS: must be 1, 3 or 5$/],
  [{ ADMIN_EMAIL: 'someone' }, /^ADMIN_EMAIL: must be an email address$/],
  [{ SESSION_MAX_HOURS: '0' }, /^SESSION_MAX_HOURS: must be more than 0$/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL: must be one of/],
  [{ DATA_KEY: 'short' }, /^DATA_KEY: must be 32 bytes/],
  [{ SESSION_SECRET: 'short' }, /^SESSION_SECRET: must have at least 32 characters$/],
  [{ SESSION_IDLE_HOURS: 'long' }, /^SESSION_IDLE_HOURS: must be a number of hours$/],
  [{ DATA_DIR: '/dev/null/data' }, /^DATA_DIR: \/dev\/null\/data cannot be used/],
  [{ DATA_DIR: '/proc/data' }, /^DATA_DIR: \/proc\/data cannot be used/],
];

const adminOutside = [
  [{ ADMIN_EMAIL: 'someone@elsewhere.example' }, /^ADMIN_EMAIL: must be an address of school\.example$/],
  [
    { SCHOOL_EMAIL_DOMAINS: 'one.example,two.example', ADMIN_EMAIL: 'someone@school.example' },
    /^ADMIN_EMAIL: must be an address of one\.example or two\.example$/,
  ],
];
const badPassword = [
  [{ ADMIN_PASSWORD: 'short' }, /^ADMIN_PASSWORD: must have at least 8 characters$/],
  [{ ADMIN_PASSWORD: 'x'.repeat(129) }, /^ADMIN_PASSWORD: must have at most 128 characters$/],
  [{ ADMIN_PASSWORD: 'Password123' }, /^ADMIN_PASSWORD: is too common/],
  [{ ADMIN_PASSWORD: 'Admin@school.example' }, /^ADMIN_PASSWORD: must not be the email address$/],
];
const noOrigin = [[{ NODE_ENV: 'production' }, /^PUBLIC_ORIGIN: is needed in production/]];

for (const [env, line] of [...wrong, ...adminOutside, ...badPassword, ...noOrigin]) {
  // proves d.config.bad-value-stops d.config.admin-email-outside-domains d.config.admin-password-rules
  // proves d.config.public-origin-required
  test(`${JSON.stringify(env).slice(0, 80)} stops the start with one line`, async (t) => {
    const { launch } = await place(t);
    assert.match(await refusal(launch(env)), line);
  });
}

// proves d.config.public-origin-required
test('in production the start needs an origin and nothing else', async (t) => {
  const { start } = await place(t);
  await start({ NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://repairs.school.example' });
});

// proves d.config.admin-password-rules
test('a password that is too common stops the real product with one line', async (t) => {
  const { launch } = await place(t, REAL_PRODUCT);
  const line = await refusal(launch({ ADMIN_PASSWORD: 'password123' }));
  assert.match(line, /^ADMIN_PASSWORD: is too common/);
});

test('an argument is refused in one line instead of being ignored, and --help starts nothing', async (t) => {
  const { launch, dataDir } = await place(t, REAL_PRODUCT);
  const wrong = launch({}, ['--port', '4000']);
  assert.equal(await wrong.ended, 2);
  assert.match(wrong.errors, /^npm start takes no arguments, but was given '--port'\. [^\n]*PORT=4000 npm start\n$/);
  const help = launch({}, ['--help']);
  assert.equal(await help.ended, 0);
  assert.match(help.output, /docs\/configuration\.md/);
  assert.deepEqual(readdirSync(dataDir), []);
});

test('a service that refuses its configuration stops the start', async (t) => {
  const { launch, children } = await place(t);
  const copy = launch({ LOG_LEVEL: 'info', ADMIN_EMAIL: 'refused@school.example' });
  assert.match(await refusal(copy), /^identity does not start \(code 78\): refused by the stand-in/);
  assert.ok(allGone(children()));
});

test('lost secrets are not silently replaced when there is data', async (t) => {
  const { start, launch, dataDir } = await place(t);
  await (await start()).stop();
  writeFileSync(join(dataDir, 'secrets.json'), '{ half');
  assert.match(await refusal(launch()), /secrets\.json is missing or damaged/);
});

test('a full disk is named in one line', { skip: noSmallDisk }, async (t) => {
  const { launch } = await place(t);
  const small = smallDisk(t, '4m');
  if (!small) return t.skip('mounting is not allowed here');
  assert.match(await refusal(launch({ DATA_DIR: small })), /^The disk that holds .*small.* is full/);
});
