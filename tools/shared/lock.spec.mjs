import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';

const module = fileURLToPath(new URL('./lock.mjs', import.meta.url));

function place(t) {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-lock-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return { lock: join(folder, 'deep', 'turn.json'), log: join(folder, 'log') };
}

test('processes that want the same lock run one after another', async (t) => {
  const { lock, log } = place(t);
  writeFileSync(log, '');
  const code = `import { appendFileSync } from 'node:fs';
    import { withLock } from ${JSON.stringify(module)};
    await withLock(${JSON.stringify(lock)}, async () => {
      appendFileSync(${JSON.stringify(log)}, 'begin ');
      await new Promise((resolve) => setTimeout(resolve, 100));
      appendFileSync(${JSON.stringify(log)}, 'end ');
    });`;
  const children = Array.from({ length: 4 }, () => spawn(process.execPath, ['--input-type=module', '-e', code]));
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]));
  assert.deepEqual(codes, [0, 0, 0, 0]);
  assert.equal(readFileSync(log, 'utf8'), 'begin end '.repeat(4));
});

test('a lock whose holder has died is taken over', async (t) => {
  const { lock } = place(t);
  await withLock(lock, async () => undefined);
  writeFileSync(lock, JSON.stringify({ pid: 999_999, identity: 'long ago' }));
  assert.equal(await withLock(lock, async () => 'done'), 'done');
});

test('a lock is released when the work fails', async (t) => {
  const { lock } = place(t);
  await assert.rejects(
    withLock(lock, async () => {
      throw new Error('no');
    }),
  );
  assert.equal(await withLock(lock, async () => 'again'), 'again');
});
