import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from 'pg';
import { reloadWith } from '../bus/reload.mjs';
import { readJson } from '../shared/data-folder.mjs';
import { processIdentity } from '../shared/processes.mjs';
import { busPasswords } from './secrets.mjs';
import { storeFolder } from '../bus/embedded.mjs';
import { REAL_PRODUCT, eventually, place } from './testing/running-copy.mjs';
import { fill, noSmallDisk, smallDisk } from './testing/small-disk.mjs';
import { visitor } from './testing/visitor.mjs';

const RECOVERY_MS = 60_000;

test('the product recovers from what is done to it', async (t) => {
  const { start, children, run, dataDir, port } = await place(t, REAL_PRODUCT);
  const copy = await start();
  const password = /Password: {5}(\S+)/.exec(copy.output)?.[1];
  const answerOf = async (url, options) => {
    const answer = await fetch(url, options);
    return { status: answer.status, body: await answer.json() };
  };
  const ask = (path, service = 'billing') =>
    answerOf(`http://127.0.0.1:${run().services[service].healthPort}/health/${path}`);
  const isReady = async () => (await ask('ready')).status === 200;
  const billing = () => children().billing?.pid;
  const endsAndRestarts = async (signal) => {
    const before = billing();
    if (signal) process.kill(before, signal);
    await eventually(() => billing() && billing() !== before, RECOVERY_MS);
  };
  /** Signs in as a browser does and reads the figures, which takes every process. @returns the last status */
  const use = async () => {
    const { signIn, get } = visitor(port);
    const { status } = await signIn('admin@school.example', password);
    return status === 200 ? (await get('/api/stats')).status : status;
  };

  await t.test(
    'a service without its migrations is alive but not ready, can be stopped, and starts once it has them',
    async (t) => {
      const admin = new Client({ connectionString: run().databaseAdminUrl });
      await admin.connect();
      t.after(() => admin.end());
      await admin.query('alter table billing.schema_migrations rename to not_yet');
      await endsAndRestarts('SIGKILL');
      await eventually(async () => (await ask('ready')).status === 503);
      const waiting = { ok: false, checks: { start: { ok: false } } };
      assert.deepEqual((await ask('ready')).body, waiting);
      assert.equal((await ask('live')).status, 200);

      await endsAndRestarts('SIGTERM');
      // A signal alone ends any process except a container's first; code 0 shows that this one ended by itself.
      await eventually(() => /billing ended \(code 0\)/.test(copy.errors));
      await eventually(async () => (await ask('ready')).status === 503);
      assert.deepEqual((await ask('ready')).body, waiting);

      const silent = connect(run().services.billing.healthPort, '127.0.0.1');
      silent.on('error', () => undefined);
      t.after(() => silent.destroy());
      await new Promise((resolve) => silent.once('connect', resolve));
      await admin.query('alter table billing.not_yet rename to schema_migrations');
      await eventually(isReady);
    },
  );

  await t.test('a service that the bus no longer admits ends, and comes back once it is admitted', async () => {
    const passwords = busPasswords(readJson(join(dataDir, 'secrets.json')));
    const give = (own) =>
      reloadWith({ dataDir, passwords: { ...passwords, billing: own }, pid: children().nats.pid }, []);
    await give('another');
    await endsAndRestarts();
    await give(passwords.billing);
    await eventually(isReady, RECOVERY_MS);
  });

  await t.test(
    'a gateway that starts without the bus serves the page, and everything else once the bus is back',
    async (t) => {
      const { nats, gateway: before } = children();
      const call = (path, options) => answerOf(`http://127.0.0.1:${port}${path}`, options);
      process.kill(nats.pid, 'SIGSTOP');
      t.after(() => process.kill(nats.pid, 'SIGCONT'));
      process.kill(before.pid, 'SIGKILL');
      const page = () => fetch(`http://127.0.0.1:${port}/devices`);
      await eventually(async () => (await page()).status === 200);
      assert.match(await (await page()).text(), /<title>Repairline<\/title>/);
      const begun = children().gateway.pid;

      assert.deepEqual(await call('/api/health'), { status: 503, body: { ok: false, parts: { bus: { ok: false } } } });
      for (const [path, method] of [
        ['/api/csrf-token', 'GET'],
        ['/api/login', 'POST'],
        ['/ws', 'GET'],
      ]) {
        const { status, body } = await call(path, { method });
        assert.deepEqual([path, status, body.type], [path, 503, 'service_unavailable']);
        assert.match(body.message, method === 'GET' ? /try again shortly\.$/ : /Nothing has been changed\.$/);
      }
      assert.equal((await call('/assets/no-such-file.js')).status, 404);
      assert.equal((await ask('live', 'gateway')).status, 200);
      assert.deepEqual((await ask('ready', 'gateway')).body, { ok: false, checks: { start: { ok: false } } });

      process.kill(nats.pid, 'SIGCONT');
      await eventually(async () => (await call('/api/health')).status === 200);
      assert.equal((await call('/api/csrf-token')).status, 200);
      await eventually(async () => (await ask('ready', 'gateway')).status === 200);
      assert.equal(children().gateway.pid, begun);
    },
  );

  await t.test('the product recovers after each of its processes is killed, all at once', async () => {
    const before = children();
    for (const { pid } of Object.values(before)) process.kill(pid, 'SIGKILL');
    const isAnew = ([name, { pid }]) => (children()[name]?.pid ?? pid) !== pid;
    await eventually(() => Object.entries(before).every(isAnew), RECOVERY_MS);
    await eventually(async () => (await use()) === 200, RECOVERY_MS);
  });

  for (const name of Object.keys(children())) {
    await t.test(`${name} is killed`, async () => {
      // What the one before did to it may not be over yet.
      await eventually(() => processIdentity(children()[name].pid) !== null);
      const before = children()[name].pid;
      process.kill(before, 'SIGKILL');
      await eventually(() => children()[name].pid !== before);
      await eventually(async () => (await use()) === 200, RECOVERY_MS);
    });
  }
});

test(
  'a repair that is completed while the disk of the bus is full is billed once there is room',
  { skip: noSmallDisk },
  async (t) => {
    const { start, dataDir, port } = await place(t, REAL_PRODUCT);
    const disk = smallDisk(t, '140m');
    if (!disk) return t.skip('mounting is not allowed here');
    mkdirSync(join(dataDir, 'nats'), { recursive: true });
    symlinkSync(disk, storeFolder(dataDir));
    const password = /Password: {5}(\S+)/.exec((await start()).output)?.[1];
    const { signIn, get, send } = visitor(port);
    await signIn('admin@school.example', password);
    const health = async () => (await get('/api/health')).status;
    assert.equal((await send('POST', '/api/devices', { barcodeNumber: 'A-1', school: 'SHS' })).status, 201);
    await eventually(async () => (await health()) === 200);
    const makeRoom = fill(disk);
    const entry = { issue: 'Broken screen', completed: true };
    assert.equal((await send('POST', '/api/devices/A-1/logs', entry, {}, 15_000)).status, 201);
    await eventually(async () => (await health()) === 503, RECOVERY_MS);
    makeRoom();
    await eventually(async () => (await health()) === 200, RECOVERY_MS);
    await eventually(async () => (await get('/api/billing/completed')).body.length === 1, RECOVERY_MS);
  },
);
