import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from 'pg';
import { reloadWith } from '../bus/reload.mjs';
import { readJson } from './data-folder.mjs';
import { busPasswords } from './secrets.mjs';
import { REAL_PRODUCT, eventually, place } from './testing/running-copy.mjs';

const RECOVERY = 30_000;

test('what holds a service up does so no longer than it lasts', async (t) => {
  const { start, children, run, dataDir } = await place(t, REAL_PRODUCT);
  const copy = await start();
  const billing = () => children().billing.pid;
  const ask = async (path) => {
    const answer = await fetch(`http://127.0.0.1:${run().services.billing.healthPort}/health/${path}`);
    return { status: answer.status, body: await answer.json() };
  };
  const isReady = async () => (await ask('ready')).status === 200;
  const endsAndComesAgain = async (signal) => {
    const before = billing();
    if (signal) process.kill(before, signal);
    await eventually(() => billing() !== before, RECOVERY);
  };

  await t.test(
    'a service without its migrations is alive and not ready, and can be ended, until it has them',
    async (t) => {
      const admin = new Client({ connectionString: run().databaseAdminUrl });
      await admin.connect();
      t.after(() => admin.end());
      await admin.query('alter table billing.schema_migrations rename to not_yet');
      await endsAndComesAgain('SIGKILL');
      await eventually(async () => (await ask('ready')).status === 503);
      const waiting = { ok: false, checks: { start: { ok: false } } };
      assert.deepEqual((await ask('ready')).body, waiting);
      assert.equal((await ask('live')).status, 200);

      await endsAndComesAgain('SIGTERM');
      // The signal alone ends any process but a container's first: this one ended by itself.
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

  await t.test('a service that the bus lets in no longer ends, and is back when it is let in', async () => {
    const passwords = busPasswords(readJson(join(dataDir, 'secrets.json')));
    const give = (own) =>
      reloadWith({ dataDir, passwords: { ...passwords, billing: own }, pid: children().nats.pid }, []);
    await give('another');
    await endsAndComesAgain();
    await give(passwords.billing);
    await eventually(isReady, RECOVERY);
  });
});
