import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { REAL_PRODUCT, eventually, place } from '../start/testing/running-copy.mjs';
import { visitor } from '../start/testing/visitor.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const { WebSocket } = createRequire(join(root, 'apps', 'gateway', 'package.json'))('ws');
const { Client } = createRequire(join(root, 'libs', 'postgres', 'package.json'))('pg');
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

/** A minimal OpenTelemetry collector, which accepts traces by OTLP over HTTP as JSON. */
async function collector(t) {
  const spans = [];
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const json = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    for (const { resource, scopeSpans } of JSON.parse(json).resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name').value.stringValue;
      for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...span, service })));
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { spans, url: `http://127.0.0.1:${server.address().port}` };
}

/** Records a verification, as if somebody had compared the views with the log. */
async function verified(url) {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('INSERT INTO repairs.last_verification (verified_at, compared, differences) VALUES (now(), 9, 0)');
  await client.end();
}

async function use({ port, start, run }, collectorUrl) {
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl, OTEL_BSP_SCHEDULE_DELAY: '100' };
  await start({ ADMIN_EMAIL: ADMIN[0], ADMIN_PASSWORD: ADMIN[1], ...traced });
  const person = visitor(port);
  assert.equal((await person.signIn(...ADMIN)).status, 200);
  const device = { barcodeNumber: 'TRACED-1', school: 'SHS', priority: 'High', studentName: 'Ava Kowalski' };
  const intake = await person.send('POST', '/api/devices', device);
  assert.equal(intake.status, 201);
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
  return { person, socket, scrape, intake };
}

test('a running product tells what it does in metrics and traces', async (t) => {
  const product = await place(t, REAL_PRODUCT);
  const { spans, url } = await collector(t);
  const { person, socket, scrape, intake } = await use(product, url);
  const names = Object.keys(product.run().services);
  const texts = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await scrape(name)])));
  const { names: metrics, labels } = exportedBy(Object.values(texts).join('\n'));

  await t.test('every metric and label that the dashboard and alert rules use is exported', () => {
    const { panels, rules } = expressions();
    assert.ok(panels.length > 20 && rules.length > 10, `${panels.length} panels' queries, ${rules.length} rules`);
    for (const expr of [...panels, ...rules]) {
      for (const metric of metricsIn(expr)) assert.ok(metrics.has(metric), `${metric} in: ${expr}`);
      for (const label of labelsIn(expr))
        assert.ok(labels.has(label) || OF_PROMETHEUS.includes(label), `${label}: ${expr}`);
    }
  });
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
    assert.ok(!Object.values(texts).join('\n').includes('TRACED-1'));
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
  const traceId = intake.headers.get('x-correlation-id').replaceAll('-', '');
  await t.test('one trace leads from a request to the views, the notice and the consumers of its event', async () => {
    const ofTrace = () => spans.filter((span) => span.traceId === traceId);
    const find = (service, name) => ofTrace().find((span) => span.service === service && span.name === name);
    const [taken, noticed] = [
      ['analytics', 'views of analytics'],
      ['repairs', 'notices of repairs'],
    ];
    await eventually(() => find(...taken) && find(...noticed) && find('gateway', 'POST /api/devices'));

    const request = find('gateway', 'POST /api/devices');
    const subject = 'repairline.repairs.command.take-in-device';
    const [asked, answered] = [find('gateway', subject), find('repairs', subject)];
    const append = ofTrace().find(({ service, name }) => service === 'repairs' && name === 'append');
    assert.ok(!request.parentSpanId, 'the request begins the trace');
    assert.equal(asked.parentSpanId, request.spanId);
    assert.equal(answered.parentSpanId, asked.spanId);
    assert.equal(append.parentSpanId, answered.spanId);
    for (const later of [find('repairs', 'views of repairs'), find(...noticed), find(...taken)])
      assert.equal(later.parentSpanId, request.spanId);
  });
  await t.test('no span contains a device or a person', () => {
    for (const secret of ['TRACED-1', 'traced-1', 'Kowalski', ADMIN[0]])
      assert.ok(!JSON.stringify(spans).includes(secret), secret);
  });
  await t.test('log lines have the id of the trace', () => {
    const lines = readFileSync(join(product.dataDir, 'logs', 'gateway.log'), 'utf8')
      .trim()
      .split('\n')
      .map(JSON.parse);
    const line = lines.find(({ route, method }) => route === '/api/devices' && method === 'POST');
    assert.equal(line.trace_id, traceId);
  });
  socket.terminate();
});
