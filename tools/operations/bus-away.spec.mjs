import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

test('a gateway that waits for the bus ends by itself at a signal, as the first process of a container must', async (t) => {
  const silent = createServer().listen(0, '127.0.0.1');
  t.after(() => silent.close());
  await once(silent, 'listening');
  const gateway = spawn(process.execPath, [join(root, 'apps', 'gateway', 'dist', 'main.js')], {
    env: { PORT: '0', NATS_URL: `nats://127.0.0.1:${silent.address().port}`, SESSION_SECRET: 'x'.repeat(32) },
  });
  t.after(() => gateway.kill('SIGKILL'));
  await once(silent, 'connection');
  gateway.kill('SIGTERM');
  assert.deepEqual(await once(gateway, 'exit'), [0, null]);
});
