import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inTurn } from './turn.mjs';

const module = fileURLToPath(new URL('./turn.mjs', import.meta.url));

function place(t) {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-turn-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return { turn: join(folder, 'deep', 'turn.json'), log: join(folder, 'log') };
}

test('processes that want the same lock run one after another', async (t) => {
  const { turn, log } = place(t);
  writeFileSync(log, '');
  const code = `import { appendFileSync } from 'node:fs';
    import { inTurn } from ${JSON.stringify(module)};
    await inTurn(${JSON.stringify(turn)}, async () => {
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
  const { turn } = place(t);
  await inTurn(turn, async () => undefined);
  writeFileSync(turn, JSON.stringify({ pid: 999_999, identity: 'long ago' }));
  assert.equal(await inTurn(turn, async () => 'done'), 'done');
});

test('a lock is released when the work fails', async (t) => {
  const { turn } = place(t);
  await assert.rejects(
    inTurn(turn, async () => {
      throw new Error('no');
    }),
  );
  assert.equal(await inTurn(turn, async () => 'again'), 'again');
});
