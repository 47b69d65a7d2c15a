import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serviceNode } from '../start/checkout/check-node.mjs';
import { REAL_PRODUCT, place } from '../start/testing/running-copy.mjs';
import { visitor } from '../start/testing/visitor.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const PLAIN = join(root, 'examples', 'analytics-consumer', 'plain.mjs');
/** The bus may be given any address of this machine; macOS has only one by default. */
const NATS_HOST = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';
const ADMIN = { ADMIN_EMAIL: 'head@school.example', ADMIN_PASSWORD: 'a head of technology' };

function node(args, env, stdout = 'pipe') {
  const stdio = ['pipe', stdout, 'pipe'];
  const child = spawn(serviceNode(root), args, { env: { ...process.env, ...env }, stdio });
  const ran = { out: '', errors: '' };
  child.stdout?.setEncoding('utf8').on('data', (text) => (ran.out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (ran.errors += text));
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...ran, code })));
}

test('a program admitted by one command follows the running product, and continues after a restart', async (t) => {
  const { start, port, dataDir } = await place(t, REAL_PRODUCT);
  const consumer = (...args) => node([join(here, 'consumer.mjs'), ...args], { DATA_DIR: dataDir });
  const [credentials, result] = [join(dataDir, 'credentials.json'), join(dataDir, 'result.json')];
  const counted = async () => {
    const ran = await node([PLAIN, credentials, result, '--once']);
    assert.equal(ran.code, 0, ran.errors);
    return JSON.parse(readFileSync(result, 'utf8')).repairs;
  };
  const repair = async (assetNumber) => {
    const head = visitor(port);
    await head.signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
    const device = { barcodeNumber: assetNumber, school: 'SHS', model: 'Dell 3100', studentName: 'Bo Lindqvist' };
    assert.equal((await head.send('POST', '/api/devices', device)).status, 201);
    const log = await head.send('POST', `/api/devices/${assetNumber}/logs`, { issue: 'Hinge', completed: true });
    assert.equal(log.status, 201);
  };

  const notYet = await consumer('list');
  assert.deepEqual([notYet.code, /No product is running on/.test(notYet.errors)], [2, true]);
  const first = await start({ ...ADMIN, NATS_HOST });
  await repair('R-1');
  const added = await consumer('add', 'reports', '--context', 'repairs');
  assert.equal(added.code, 0, added.errors);
  writeFileSync(credentials, added.out);
  assert.equal(JSON.parse(added.out).servers.split(':')[0], NATS_HOST);
  assert.deepEqual(await counted(), { 'Dell 3100': { SHS: 1 } });
  assert.match((await consumer('list')).out, /^reports {2}repairs {2}since \S+ {2}0 events waiting/);

  const noContext = await consumer('add', 'all', '--context=');
  assert.deepEqual([noContext.code, noContext.errors], [2, '--context is one of identity, repairs, billing.\n']);
  if (existsSync('/dev/full')) {
    const add = [join(here, 'consumer.mjs'), 'add', 'lost'];
    const lost = await node(add, { DATA_DIR: dataDir }, openSync('/dev/full', 'w'));
    assert.equal(lost.code, 2);
    assert.match(lost.errors, /^The credentials could not be written \(ENOSPC: .*\), so lost is removed again\.\n$/);
  }
  assert.doesNotMatch((await consumer('list')).out, /^(all|lost) /m);

  await first.stop();
  await start({ ...ADMIN, NATS_HOST });
  await repair('R-2');
  assert.deepEqual(await counted(), { 'Dell 3100': { SHS: 2 } });

  assert.equal((await consumer('remove', 'reports')).code, 0);
  const refused = await node([PLAIN, credentials, result, '--once']);
  assert.match(refused.errors, /AUTHORIZATION_VIOLATION|Authorization Violation/);
  assert.match((await consumer('list')).out, /There are no subscribers/);
});
