import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../start/testing/running-copy.mjs';
import { visitor } from '../../start/testing/visitor.mjs';
import { listen, withOneRetry } from '../testing/browser.mjs';
import { ADMIN, replicatedProduct } from '../testing/replicated-product.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const require = createRequire(join(root, 'libs', 'messaging', 'package.json'));
const { Client } = require('pg');
const { connect } = require('nats');

const numbered = (prefix, count) => Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}`);
const intake = (barcodeNumber) => ({ barcodeNumber, school: 'SHS', priority: 'High', initialIssue: 'Hinge' });

test('two replicas of each service and two gateways share one database and three bus servers', async (t) => {
  const product = await replicatedProduct(t, root);
  const [left, right] = product.of('gateway');
  const admin = visitor(left.port);
  const both = [admin, admin.at(right.port)];

  await t.test('a sign-in on one gateway is valid on the other, and so is its end', async () => {
    assert.equal((await admin.signIn(ADMIN.email, ADMIN.password)).status, 200);
    const { status, body } = await both[1].get('/api/auth/user');
    assert.deepEqual([status, body.user.email], [200, ADMIN.email]);
    const other = visitor(right.port);
    await other.signIn(ADMIN.email, ADMIN.password);
    const socket = await listen(other.at(left.port));
    assert.equal((await other.send('POST', '/api/logout', {})).status, 200);
    assert.equal(await socket.closed, 4401);
    assert.equal((await other.at(left.port).get('/api/auth/user')).status, 401);
  });

  await t.test('sockets on either gateway get every change, whichever gateway made it', async () => {
    const sockets = await Promise.all(both.map((browser) => listen(browser)));
    const numbers = numbered('HEARD', 12);
    for (const [index, number] of numbers.entries()) {
      assert.equal((await both[index % 2].send('POST', '/api/devices', intake(number))).status, 201);
      const { status } = await both[(index + 1) % 2].send('POST', `/api/devices/${number}/logs`, { issue: 'Hinge' });
      assert.equal(status, 201);
    }
    for (const { about, close } of sockets) {
      await eventually(() => numbers.every((number) => about('repair_log_created').includes(number)));
      assert.deepEqual([...new Set(about('repair_log_created'))].sort(), [...numbers].sort());
      assert.ok(numbers.every((number) => about('device_updated').includes(number)));
      close();
    }
  });

  await t.test('a change that one gateway has answered shows on the other at once', async () => {
    for (const number of numbered('SEEN', 10)) {
      await both[0].send('POST', '/api/devices', intake(number));
      assert.equal((await both[1].get(`/api/devices/${number}`)).status, 200);
    }
  });

  await t.test('an asset number taken in on both gateways at once is given to one device', async () => {
    for (const number of numbered('RACE', 10)) {
      const answers = await Promise.all(both.map((browser) => browser.send('POST', '/api/devices', intake(number))));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409], number);
    }
  });

  await t.test('entries added on both gateways to one device at once are each recorded once', async () => {
    await admin.send('POST', '/api/devices', intake('CROWDED'));
    const issues = numbered('issue', 30);
    const log = (issue, index) =>
      withOneRetry(index % 2 ? both : [...both].reverse(), 'POST', '/api/devices/CROWDED/logs', { issue });
    const answers = await Promise.all(issues.map(log));
    assert.deepEqual(
      answers.filter(({ status }) => status !== 201),
      [],
    );
    for (const browser of both) {
      const logged = (await browser.get('/api/devices/CROWDED/logs?limit=100')).body.map(({ issue }) => issue);
      assert.deepEqual(logged.filter((issue) => issues.includes(issue)).sort(), [...issues].sort());
    }
  });

  await t.test('each view, relay and consumer is led by one replica while the other waits', async () => {
    const leads = await leadsOf(product.databaseUrl);
    assert.deepEqual(
      leads.map(({ lead }) => lead),
      [
        ...['analytics: consumer of identity', 'analytics: projector'],
        ...['billing: consumer of identity', 'billing: consumer of repairs', 'billing: projector'],
        ...['billing: relay billing', 'identity: projector', 'identity: relay identity'],
        ...['repairs: consumer of identity', 'repairs: projector', 'repairs: relay repairs'],
      ],
    );
    assert.deepEqual(
      [...new Set(leads.map(({ holds, waits }) => `${holds} leads, ${waits} waits`))],
      ['1 leads, 1 waits'],
    );
  });

  await t.test('the streams of the bus are replicated to three servers', async (t) => {
    await withOneRetry(both, 'POST', '/api/devices', intake('KEYED'));
    const bus = await connect({
      servers: product.bus.servers.map(({ port }) => `127.0.0.1:${port}`),
      ...operator(product),
    });
    t.after(() => bus.close());
    const streams = await (await bus.jetstreamManager()).streams.list().next();
    assert.deepEqual(streams.map(({ config }) => `${config.name}: ${config.num_replicas}`).sort(), [
      'EVENTS: 3',
      'KV_repairline-answers: 3',
    ]);
  });

  for (const name of ['identity', 'repairs', 'billing', 'analytics']) {
    await t.test(`killing either replica of ${name} costs no more than a retry`, async () => {
      for (const [round, victim] of product.of(name).entries()) {
        const numbers = numbered(`${name}-${round}`, 16);
        await workWhile(both, numbers, () => victim.kill());
        await victim.start();
        await expectOnce(both, numbers);
      }
    });
  }

  await t.test('after a gateway is killed, its browsers resume at the other and get what they missed', async () => {
    const before = await listen(both[0]);
    const numbers = numbered('MOVED', 6);
    await left.kill();
    assert.equal(await before.closed, 1006);
    for (const number of numbers) await both[1].send('POST', '/api/devices', intake(number));
    const after = await listen(both[1], before.positions);
    await eventually(() => after.refetch || numbers.every((number) => after.about('device_updated').includes(number)));
    assert.equal(after.refetch, false);
    after.close();
    await left.start();
  });

  await t.test('killing any one bus server costs no more than a retry, and events go on', async () => {
    for (const [round, server] of product.bus.servers.entries()) {
      const numbers = numbered(`bus-${round}`, 12);
      await workWhile(both, numbers, () => server.kill());
      server.start();
      await expectOnce(both, numbers);
      await eventually(server.answers);
    }
  });
});

/** Takes in devices and completes their repairs through both gateways, four at a time; `kill` runs halfway. */
async function workWhile(both, numbers, kill) {
  const waiting = [...numbers];
  let killed;
  const worker = async (browsers) => {
    for (let number = waiting.shift(); number; number = waiting.shift()) {
      if (waiting.length === Math.floor(numbers.length / 2)) killed = kill();
      const taken = await withOneRetry(browsers, 'POST', '/api/devices', intake(number));
      assert.ok([200, 201].includes(taken.status), `${number}: ${JSON.stringify(taken)}`);
      const entry = { issue: 'Hinge', actions: 'Replaced', completed: true };
      const logged = await withOneRetry(browsers, 'POST', `/api/devices/${number}/logs`, entry);
      assert.equal(logged.status, 201, `${number}: ${JSON.stringify(logged)}`);
    }
  };
  await Promise.all([worker(both), worker([...both].reverse()), worker(both), worker([...both].reverse())]);
  assert.ok(killed, 'nothing was killed');
  await killed;
}

/** Expects each device once, with one intake and one completion, among the completed repairs and in the figures. */
async function expectOnce(both, numbers) {
  for (const number of numbers) {
    const [device, logs] = await Promise.all(
      [`/api/devices/${number}`, `/api/devices/${number}/logs`].map((path) => both[0].get(path)),
    );
    assert.deepEqual(
      [device.body.status, logs.body.filter(({ completed }) => completed).length],
      ['COMPLETED', 1],
      number,
    );
  }
  const billed = async (number) =>
    (await both[1].get(`/api/billing/completed?q=${encodeURIComponent(number)}`)).body.filter(
      ({ barcodeNumber }) => barcodeNumber === number,
    ).length;
  for (const number of numbers) {
    await eventually(async () => (await billed(number)) > 0);
    assert.equal(await billed(number), 1, number);
  }
}

function operator(product) {
  const { username, password } = new URL(product.bus.urlOf('repairline').split(',')[0]);
  return { user: username, pass: password };
}

/** For each task that one replica at a time performs: how many hold its lock, and how many wait for it. */
async function leadsOf(databaseUrl) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(`
      SELECT replace(usename, 'repairline_', '') || ': ' || replace(application_name, 'leader ', '') AS lead,
             count(*) FILTER (WHERE granted)::int AS holds, count(*) FILTER (WHERE granted IS NULL)::int AS waits
      FROM pg_stat_activity LEFT JOIN pg_locks
        ON pg_locks.pid = pg_stat_activity.pid AND locktype = 'advisory' AND granted
      WHERE application_name LIKE 'leader %' GROUP BY 1 ORDER BY 1`);
    return rows;
  } finally {
    await client.end();
  }
}
