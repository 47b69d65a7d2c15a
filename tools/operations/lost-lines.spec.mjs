import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { serviceNode } from '../start/checkout/check-node.mjs';
import { root } from '../deploy/testing/what-is-read.mjs';

const logger = createRequire(import.meta.url).resolve('@repairline/service-kit/logger');
/** Reports on its IPC channel how many lines it has got past, and ends like a service that cannot start. */
const PROGRAM = `
  const log = require(${JSON.stringify(logger)}).createLogger('test', 'info');
  let past = 0;
  const writing = setInterval(() => {
    log.info('a line');
    process.send((past += 1));
    if (past < 20) return;
    clearInterval(writing);
    log.fatal('the last line');
    process.exit(0);
  }, 5);
`;

/** How many lines a process with this stdout gets past, and how it ends. */
async function linesPast(t, stdout) {
  const stdio = ['ignore', stdout, 'pipe', 'ipc'];
  const child = spawn(serviceNode(root), ['--eval', PROGRAM], { stdio });
  t.after(() => child.kill('SIGKILL'));
  child.stdout?.destroy();
  let past = 0;
  child.on('message', (count) => (past = count));
  const tooLong = setTimeout(() => child.kill('SIGKILL'), 10_000);
  const [code, signal] = await once(child, 'exit');
  clearTimeout(tooLong);
  return { past, code, signal };
}

const WELL = { past: 20, code: 0, signal: null };

test('a process whose log has no space left continues, and ends normally', async (t) => {
  if (!existsSync('/dev/full')) return t.skip('there is no /dev/full here');
  const full = openSync('/dev/full', 'w');
  t.after(() => closeSync(full));
  assert.deepEqual(await linesPast(t, full), WELL);
});

test('a process whose log is no longer read continues, and ends normally', async (t) => {
  assert.deepEqual(await linesPast(t, 'pipe'), WELL);
});
