import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./test.mjs', import.meta.url));

test('words and options without a part are refused before anything runs', () => {
  for (const given of [['apps/repairs'], ['integratoin'], ['constructor'], ['-t', 'a rule'], ['--watch']]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...given], {
      encoding: 'utf8',
      timeout: 10_000,
    });
    assert.deepEqual([status, stdout], [2, ''], given.join(' '));
    assert.match(stderr, /^For which part is '.*'\?\n[^]*typecheck, lint, unit/);
  }
});
