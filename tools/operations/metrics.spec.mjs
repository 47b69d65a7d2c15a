import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { REAL_PRODUCT, eventually, place } from '../start/testing/running-copy.mjs';
import { visitor } from '../start/testing/visitor.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const { WebSocket } = createRequire(join(root, 'apps', 'gateway', 'package.json'))('ws');
const { Client } = createRequire(join(root, 'libs', 'service-kit', 'package.json'))('pg');
const read = (name) => readFileSync(join(root, 'docs', 'operations', name), 'utf8');
const ADMIN = ['admin@school.example', 'an admin who measures'];
/** Labels that Prometheus itself adds. */
const OF_PROMETHEUS = ['job', 'instance', 'le'];

/** The names of all samples, like a histogram's `name_bucket`, and of all labels. */
function exportedBy(text) {
  const samples = text.split('\n').filter((line) => line && !line.startsWith('#'));
  const names = samples.map((line) => /^[a-z_0-9]+/u.exec(line)[0]);
  const labels = samples.flatMap((line) => [...line.matchAll(/[{,]([a-z_]+)="/gu)].map(([, label]) => label));
  return { names: new Set(names), labels: new Set(labels) };
}

/** The value of the one sample with these labels, in any order. */
function valueOf(text, name, labels) {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`));
  const found = lines.filter((line) => wanted.every((pair) => line.includes(pair)));
  assert.equal(found.length, 1, `${name} ${wanted}: ${found}`);
  return Number(found[0].split(' ').at(-1));
}

function expressions() {
  const panels = JSON.parse(read('grafana-dashboard.json')).panels.flatMap(({ targets = [] }) => targets);
  const rules = [...read('alert-rules.yml').matchAll(/^ +expr: (?:\|\n)?([\s\S]*?)(?=\n +(?:for|labels):)/gmu)];
  return { panels: panels.map(({ expr }) => expr), rules: rules.map(([, expr]) => expr) };
}

const metricsIn = (expr) => expr.match(/\b(?:repairline|process|nodejs)_[a-z0-9_]+/gu) ?? [];
const labelsIn = (expr) => [
  ...[...expr.matchAll(/\b(?:by|on) \(([^)]*)\)/gu)].flatMap(([, list]) => list.split(', ')),
  ...[...expr.matchAll(/[{,] ?([a-z_]+)(?:=|!=|=~|!~)"/gu)].map(([, label]) => label),
];

/** Records a verification, as if somebody had compared the views with the log. */
async function verified(url) {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('INSERT INTO repairs.last_verification (verified_at, compared, differences) VALUES (now(), 9, 0)');
  await client.end();
}

async function use({ port, start, run }) {
  await start({ ADMIN_EMAIL: ADMIN[0], ADMIN_PASSWORD: ADMIN[1] });
  const person = visitor(port);
  assert.equal((await person.signIn(...ADMIN)).status, 200);
  const device = { barcodeNumber: 'M-1', school: 'SHS', priority: 'High' };
  assert.equal((await person.send('POST', '/api/devices', device)).status, 201);
  await verified(run().databaseAdminUrl);
  const socket = new WebSocket(`ws://localhost:${port}/ws`, {
    headers: { cookie: person.cookie(), origin: person.origin },
  });
  await once(socket, 'open');
  const scrape = async (name) => {
    const answer = await fetch(`http://127.0.0.1:${run().services[name].healthPort}/metrics`);
    assert.equal(answer.status, 200);
    return answer.text();
  };
  return { person, socket, scrape };
}

test('a running product exports every metric and label that the dashboard and alert rules use', async (t) => {
  const product = await place(t, REAL_PRODUCT);
  const { person, socket, scrape } = await use(product);
  const names = Object.keys(product.run().services);
  const texts = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await scrape(name)])));
  const { names: metrics, labels } = exportedBy(Object.values(texts).join('\n'));

  const { panels, rules } = expressions();
  assert.ok(panels.length > 20 && rules.length > 10, `${panels.length} panels' queries, ${rules.length} rules`);
  for (const expr of [...panels, ...rules]) {
    for (const metric of metricsIn(expr)) assert.ok(metrics.has(metric), `${metric} in: ${expr}`);
    for (const label of labelsIn(expr))
      assert.ok(labels.has(label) || OF_PROMETHEUS.includes(label), `${label}: ${expr}`);
  }

  await t.test('monitoring.md documents each metric', () => {
    const own = Object.values(texts).flatMap((text) => text.match(/(?<=^# TYPE )repairline_\w+/gmu));
    const told = read('monitoring.md');
    assert.ok(own.length > 10);
    for (const metric of own) assert.ok(told.includes(`\`${metric}\``), metric);
  });
  await t.test('each process names its service', () => {
    for (const [name, text] of Object.entries(texts))
      assert.ok(valueOf(text, 'process_resident_memory_bytes', { service: name }) > 0);
  });
  await t.test('requests and calls are counted by route, never by address', () => {
    const request = { method: 'POST', route: '/api/devices', status: '201' };
    assert.equal(valueOf(texts.gateway, 'repairline_http_request_duration_seconds_count', request), 1);
    const call = { call: 'repairline.repairs.command.take-in-device', outcome: 'ok' };
    assert.equal(valueOf(texts.repairs, 'repairline_call_duration_seconds_count', call), 1);
    assert.ok(!Object.values(texts).join('\n').includes('M-1'));
  });
  await t.test('appends, view lag and open sockets are measured', () => {
    const outcome = 'appended';
    assert.equal(valueOf(texts.repairs, 'repairline_append_duration_seconds_count', { outcome }), 2);
    assert.equal(valueOf(texts.repairs, 'repairline_view_lag_events', { view: 'device-list' }), 0);
    assert.equal(valueOf(texts.gateway, 'repairline_live_sockets', {}), 1);
  });
  await t.test('the consumed position reaches the published position', () =>
    eventually(async () => {
      const published = valueOf(await scrape('repairs'), 'repairline_published_position', { context: 'repairs' });
      const figures = { context: 'repairs', consumer: 'figures' };
      return published > 0 && valueOf(await scrape('analytics'), 'repairline_consumed_position', figures) === published;
    }),
  );
  await t.test('the public port serves no metrics', async () => {
    const { body } = await person.get('/metrics');
    assert.ok(!String(body).includes('repairline_'));
  });
  socket.terminate();
});
