import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { takeBackup } from './take.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

test('the log has its name only once its keys are whole: whoever is killed before leaves nothing that counts', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-take-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [file, keysFile] = ['copy', 'copy.keys'].map((name) => join(folder, name));
  const seen = [];
  /** An empty database, which looks around in the folder whenever it is asked for what is kept apart. */
  const client = {
    async query(text) {
      if (text.includes('"credentials"')) seen.push(existsSync(file));
      return { rows: text.includes('AS head') ? [{ head: 0 }] : [] };
    },
  };
  await takeBackup({ client, root, dataKey: 'ab'.repeat(32), file, keysFile });
  assert.deepEqual(seen, [false]);
  assert.deepEqual(readdirSync(folder).sort(), ['copy', 'copy.keys']);
});
