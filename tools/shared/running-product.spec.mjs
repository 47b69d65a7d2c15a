import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { processIdentity } from './processes.mjs';
import { findProduct, resolveConnections } from './running-product.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const ENDED = { pid: 999_999, identity: 'before the crash' };
const LIVING = { pid: process.pid, identity: processIdentity(process.pid) };
const RUN = { url: 'http://localhost:3000', databaseAdminUrl: 'postgres://127.0.0.1:1/none' };

/** A data folder in which a product has noted itself. */
function noted(t, { supervisor = ENDED, children = { postgres: ENDED, nats: ENDED } } = {}) {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'repairline-product-'));
  t.after(() => rmSync(DATA_DIR, { recursive: true }));
  const files = { run: RUN, secrets: { dataKey: '0'.repeat(64) }, supervisor, children };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(DATA_DIR, `${name}.json`), JSON.stringify(content));
  return { DATA_DIR };
}

test('after a crash commands say that no product is running and how to start it', (t) => {
  const env = noted(t);
  assert.throws(() => findProduct(root, env), /^Error: No product is running on \S+\. Start it with `npm start`/);
  const script = join(root, 'tools', 'backup', 'backup.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, join(env.DATA_DIR, 'copy')], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  });
  assert.equal(status, 2);
  assert.match(stderr, /^No product is running on [^\n]* Start the product with `npm start`, or set DATABASE_URL/);
});

test('after a crash the stores that the environment names are used', async (t) => {
  const named = {
    DATABASE_URL: 'postgres://owner:password@127.0.0.1:2/named',
    NATS_URL: 'nats://127.0.0.1:2',
    DATA_KEY: 'key',
  };
  assert.equal((await resolveConnections(root, { ...noted(t), ...named })).databaseAdminUrl, named.DATABASE_URL);
});

test('a product of which only a part runs is found', (t) => {
  for (const living of [{ supervisor: LIVING }, { children: { postgres: ENDED, repairs: LIVING } }])
    assert.equal(findProduct(root, noted(t, living)).url, RUN.url);
});

test('a data folder of another user is named as such', (t) => {
  const env = noted(t);
  chmodSync(env.DATA_DIR, 0);
  const isRoot = process.geteuid?.() === 0;
  // Root may enter every folder.
  if (isRoot) process.seteuid(65_534);
  try {
    assert.throws(() => findProduct(root, env), {
      message: `${env.DATA_DIR} can only be read by the user who runs the product. Run this command as that user.`,
    });
  } finally {
    if (isRoot) process.seteuid(0);
    chmodSync(env.DATA_DIR, 0o700);
  }
});
