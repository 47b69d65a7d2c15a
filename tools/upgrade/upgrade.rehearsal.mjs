import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { REAL_PRODUCT, eventually, place } from '../start/testing/running-copy.mjs';
import { visitor } from '../start/testing/visitor.mjs';
import { readKept, restoreKept } from './restore-kept.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const { Client } = createRequire(import.meta.resolve('@repairline/postgres/migrate/migrate'))('pg');
/** The sign-ins of the people in the stored data, all of it made up. */
const [ADMIN, MEMBER] = [
  ['admin@school.example', 'an admin of before'],
  ['jordan@school.example', 'a member of before'],
];
const versions = readdirSync(join(here, 'from')).map((name) => name.replace(/\.gz$/u, ''));

async function logsIn(url) {
  const client = new Client({ connectionString: url });
  await client.connect();
  const logs = {};
  for (const service of ['identity', 'repairs', 'billing']) {
    const { rows } = await client.query(`SELECT to_jsonb(e)::text AS row FROM ${service}.events e ORDER BY position`);
    logs[service] = rows.map(({ row }) => row);
  }
  await client.end();
  return logs;
}

/** Columns that an earlier version's process still reads after this version's lists have replaced its own. */
async function columnsGone(url, { header, tables }) {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    "SELECT table_schema || '.' || table_name || '.' || column_name AS name FROM information_schema.columns",
  );
  await client.end();
  const there = new Set(rows.map(({ name }) => name));
  const lists = tables.filter(({ service, name }) => header.made[service]?.some((made) => made.name === name));
  const read = lists.flatMap(({ service, name, columns }) => columns.map((column) => `${service}.${name}.${column}`));
  assert.ok(read.length > 0);
  return read.filter((name) => !there.has(name));
}

for (const version of versions) {
  test(`the data of ${version} is taken over: logs unchanged, everything shown, and work goes on`, async (t) => {
    const product = await place(t, REAL_PRODUCT);
    const kept = await readKept(join(here, 'from', `${version}.gz`));
    await restoreKept({ root, dataDir: product.dataDir, kept });
    await product.start();
    const logs = await logsIn(product.run().databaseAdminUrl);
    for (const [service, rows] of Object.entries(logs)) {
      const { rows: before } = kept.tables.find((table) => table.service === service && table.name === 'events');
      const byPosition = (one, other) => JSON.parse(one).position - JSON.parse(other).position;
      assert.deepEqual(rows.slice(0, before.length), before.toSorted(byPosition), service);
    }

    if (version === versions.at(-1)) assert.deepEqual(await columnsGone(product.run().databaseAdminUrl, kept), []);

    const [admin, member] = [visitor(product.port), visitor(product.port)];
    assert.equal((await admin.signIn(...ADMIN)).status, 200);
    assert.equal((await member.signIn(...MEMBER)).body.user.name, 'Jordan Alvarez');
    const devices = () => admin.get('/api/devices?limit=500');
    const then = kept.tables.find(({ service, name }) => service === 'repairs' && name === 'device_list').rows;
    await eventually(async () => (await devices()).body.length === then.length);
    const { status, studentName, billingNotes } = (await member.get('/api/devices/OLD-1B')).body;
    const expected = { status: 'COMPLETED', studentName: 'Ava Kowalski', billingNotes: 'Insurance pays' };
    assert.deepEqual({ status, studentName, billingNotes }, expected);
    const issues = (await member.get('/api/devices/OLD-1B/logs')).body.map(({ comments }) => comments);
    assert.ok(issues.includes('Crack in the corner'));
    const [billed] = (await admin.get('/api/billing/completed?q=OLD-1B')).body;
    assert.equal(billed.billingSent, true);
    assert.ok((await admin.get('/api/analytics')).body.averageTurnaroundTime > 0);
    const system = (await admin.get('/api/admin/status')).body;
    for (const { name, answers, ready } of system.services)
      assert.deepEqual({ name, answers, ready }, { name, answers: true, ready: true });

    const again = await member.send('POST', '/api/devices', {
      barcodeNumber: 'OLD-1B',
      school: 'SHS',
      priority: 'Low',
    });
    assert.equal(again.body.status, 'INTAKE', 'an existing stream takes new events');
  });
}
