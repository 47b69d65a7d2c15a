import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

test('without a collector no tracing exporter is loaded', () => {
  const program = `
    const tracing = require('@repairline/service-kit/monitoring/tracing');
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
      const { startTracing, inRootSpan } = require('@repairline/service-kit/monitoring/tracing');
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
