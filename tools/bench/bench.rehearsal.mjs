import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { environment } from './setup/environment.mjs';
import { measureAppend } from './measure/append.mjs';
import { measureLists } from './measure/lists.mjs';
import { measureLog } from './measure/log.mjs';
import { signedInPeople } from './setup/people.mjs';
import { startProduct } from './setup/product.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const closers = [];
let bench;

// Tests that the bench measures, not how fast: sizes are tiny, and ratios are ignored.
before(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'repairline-bench-spec-'));
  closers.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const surroundings = { root, dataDir, quick: true, closers, say: () => undefined };
  bench = {
    ...(await environment(surroundings)),
    sizes: { devices: [40, 80], logDevices: 60, seconds: 1, times: 3 },
  };
});
after(async () => {
  while (closers.length > 0) await closers.pop()();
});

const FIELDS = ['name', 'unit', 'value', 'against', 'peerValue', 'ratio', 'reach', 'ok'];

function assertMeasured(figures, names) {
  assert.deepEqual([...new Set(figures.map(({ name }) => name))], names);
  for (const entry of figures) {
    for (const field of FIELDS) assert.ok(field in entry, `${entry.name} has no ${field}`);
    assert.ok(entry.value > 0, `${entry.name} is ${entry.value}`);
    assert.ok(entry.peerValue === null || entry.ratio > 0);
  }
}

test('appends are measured beside their peers with 1, 8 and 32 writers', async () => {
  const figures = await measureAppend(bench);
  assertMeasured(figures, ['append, 1 writer', 'append, 8 writers', 'append, 32 writers']);
  const peers = ['pgbench', "pgbench, the log's table", 'Emmett'];
  assert.deepEqual([...new Set(figures.map(({ against }) => against))], peers);
});

test('without pgbench and psql the log is still measured, and the missing program is named', async () => {
  const without = { ...bench, programs: { pgbench: null, psql: null } };
  const log = await measureLog(without);
  assertMeasured(log, [
    'full read of the log, personal data left sealed',
    'full read of the log, personal data opened',
    'rebuild of the repairs views',
  ]);
  for (const { ratio, peerValue, note } of log) {
    assert.deepEqual({ ratio, peerValue, note }, { ratio: null, peerValue: null, note: 'psql is not to be had here' });
  }
});

test('lists are measured in a small and in a large district', async () => {
  const figures = await measureLists(bench);
  const questions = ['device list', 'filtered list', 'search', 'detail'];
  assertMeasured(
    figures,
    questions.flatMap((question) => [`${question}, 40 devices`, `${question}, 80 devices`]),
  );
});

test('the people of a measurement are approved and signed in', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'repairline-people-spec-'));
  closers.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const product = await startProduct({ root, closers }, { dataDir });
  const cookies = await signedInPeople(product, 2);
  const whoIs = async (cookie) => (await fetch(`${product.url}/api/auth/user`, { headers: { cookie } })).json();
  const emails = (await Promise.all(cookies.map(whoIs))).map(({ user }) => user.email);
  assert.deepEqual(emails, ['bench-0@school.example', 'bench-1@school.example']);
});
