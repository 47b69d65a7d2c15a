import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

test('whoever wants the lock of a holder that has died, only one at a time gets it', async (t) => {
  const { lock, log } = place(t);
  mkdirSync(dirname(lock));
  const code = `import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
    import { claim } from ${JSON.stringify(join(dirname(module), 'data-folder.mjs'))};
    const [lock, inside] = ${JSON.stringify([lock, `${log}.inside`])};
    for (let round = 0; round < 300; round += 1) {
      while (claim(lock));
      closeSync(openSync(inside, 'wx'));
      rmSync(inside);
      if (round % 3 === 0) rmSync(lock);
      else {
        const dead = lock + '.dead' + process.pid;
        writeFileSync(dead, JSON.stringify({ pid: 999_999, identity: 'long ago' }));
        renameSync(dead, lock);
      }
    }`;
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'ignore', 'pipe'] }),
  );
  const ended = await Promise.all(
    children.map(async (child) => {
      let errors = '';
      child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
      const [status] = await once(child, 'close');
      return { status, errors };
    }),
  );
  assert.deepEqual(ended, Array(4).fill({ status: 0, errors: '' }));
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
