import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { REAL_PRODUCT, eventually, place } from '../start/testing/running-copy.mjs';
import { visitor } from '../start/testing/visitor.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const ADMIN = ['admin@school.example', 'an admin who is traced'];

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

test('one trace leads from a request to the views, the notice and the consumers of its event', async (t) => {
  const { spans, url } = await collector(t);
  const { port, start, dataDir } = await place(t, REAL_PRODUCT);
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: '100' };
  await start({ ...env, ADMIN_EMAIL: ADMIN[0], ADMIN_PASSWORD: ADMIN[1] });
  const admin = visitor(port);
  assert.equal((await admin.signIn(...ADMIN)).status, 200);
  const device = { barcodeNumber: 'TRACED-1', school: 'SHS', priority: 'High', studentName: 'Ava Kowalski' };
  const answer = await admin.send('POST', '/api/devices', device);
  assert.equal(answer.status, 201);
  const traceId = answer.headers.get('x-correlation-id').replaceAll('-', '');
  const ofTrace = () => spans.filter((span) => span.traceId === traceId);
  const find = (service, name) => ofTrace().find((span) => span.service === service && span.name === name);
  const [taken, noticed] = [
    ['analytics', 'analytics takes in repairs'],
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

  await t.test('no span contains a device or a person', () => {
    for (const secret of ['TRACED-1', 'traced-1', 'Kowalski', ADMIN[0]])
      assert.ok(!JSON.stringify(spans).includes(secret), secret);
  });
  await t.test('log lines have the id of the trace', () => {
    const lines = readFileSync(join(dataDir, 'logs', 'gateway.log'), 'utf8')
      .trim()
      .split('\n')
      .map(JSON.parse);
    const line = lines.find(({ route, method }) => route === '/api/devices' && method === 'POST');
    assert.equal(line.trace_id, traceId);
  });
});

test('without a collector no tracing exporter is loaded', () => {
  const program = `
    const tracing = require('@repairline/service-kit/tracing');
    const loaded = () => Object.keys(require.cache).filter((path) => /@opentelemetry.(sdk|exporter|otlp)/.test(path)).length;
    tracing.startTracing('repairs', undefined, {}).then(async () => {
      const before = loaded();
      await tracing.startTracing('repairs', undefined, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
      console.log(JSON.stringify([before, loaded() > 0]));
      process.exit(0);
    });`;
  const output = execFileSync(process.execPath, ['-e', program], { cwd: root, encoding: 'utf8' });
  assert.deepEqual(JSON.parse(output), [0, true]);
});

for (const [how, answers] of [
  ['refuses', false],
  ['is silent', true],
]) {
  test(`a collector that ${how} delays the end by less than 3 seconds, and the log says so`, async (t) => {
    const collector = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const { port } = collector.address();
    if (answers) t.after(() => collector.close());
    else collector.close();
    const program = `
      const { startTracing, inRootSpan } = require('@repairline/service-kit/tracing');
      const { createLogger } = require('@repairline/service-kit/logger');
      startTracing('repairs', createLogger('repairs', 'warn')).then(async (end) => {
        inRootSpan('GET', crypto.randomUUID(), {}, (endSpan) => endSpan('GET /api/stats', {}));
        const began = performance.now();
        await end();
        console.log(JSON.stringify({ seconds: (performance.now() - began) / 1_000 }));
        process.exit(0);
      });`;
    const child = spawn(process.execPath, ['-e', program], {
      cwd: root,
      env: { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
    });
    const lines = (await text(child.stdout)).trim().split('\n').map(JSON.parse);
    assert.equal(lines[0].msg, 'the last spans were not sent');
    assert.ok(lines[1].seconds < 3, `${lines[1].seconds} s`);
  });
}
