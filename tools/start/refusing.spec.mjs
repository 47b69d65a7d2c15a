import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { REAL_PRODUCT, allGone, place, refusal } from './testing/running-copy.mjs';
import { noSmallDisk, smallDisk } from './testing/small-disk.mjs';

test('a port that another program uses is named in one line', async (t) => {
  const { launch, port, children } = await place(t);
  const other = createServer().listen(port);
  t.after(() => other.close());
  assert.match(await refusal(launch()), new RegExp(`^Port ${port} is taken by another program`));
  assert.ok(allGone(children()));
});

/** The other values that settings refuse are in settings.spec.mjs. */
const settings = [
  [{ PORT: 'http' }, /^PORT: must be a port number$/],
  [{ ADMIN_EMAIL: 'someone@elsewhere.example' }, /^ADMIN_EMAIL: must be an address of school\.example$/],
  [{ ADMIN_PASSWORD: 'password123' }, /^ADMIN_PASSWORD: is too common/],
  [{ NODE_ENV: 'production' }, /^PUBLIC_ORIGIN: is needed in production/],
  [{ NODE_ENV: 'production', PUBLIC_ORIGIN: 'http://r.example' }, /^PUBLIC_ORIGIN: must be https in production/],
];
const places = [
  [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, /^DATABASE_URL: no sign-in at 127\.0\.0\.1:1/],
  [{ NATS_SERVER_BIN: '/nowhere/nats-server' }, /^NATS_SERVER_BIN: \/nowhere\/nats-server is not a program/],
  [{ DATA_DIR: '/dev/null/data' }, /^DATA_DIR: \/dev\/null\/data cannot be used/],
  [{ DATA_DIR: '/proc/data' }, /^DATA_DIR: \/proc\/data cannot be used/],
];

for (const [env, line] of [...settings, ...places]) {
  // proves d.config.bad-value-stops d.config.admin-email-outside-domains d.config.admin-password-rules
  // proves d.config.public-origin-required
  test(`${JSON.stringify(env)} stops the start with one line`, async (t) => {
    const { launch } = await place(t);
    assert.match(await refusal(launch(env)), line);
  });
}

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

test('a full disk is named in one line', { skip: noSmallDisk }, async (t) => {
  const { launch } = await place(t);
  const small = smallDisk(t, '4m');
  if (!small) return t.skip('mounting is not allowed here');
  assert.match(await refusal(launch({ DATA_DIR: small })), /^The disk that holds .*small.* is full/);
});
