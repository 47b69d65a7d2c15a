import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createWriter, readBackup } from './format.mjs';
import { seal, unseal } from './sealed.mjs';

const ROWS = ['{"position": 1, "note": "two\u2028lines"}', '{"position": 2, "rows": "a column of that name"}'];
const KEY = 'ab'.repeat(32);

function folder(t) {
  const path = mkdtempSync(join(tmpdir(), 'repairline-format-'));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
}

async function* pages() {
  for (const row of ROWS) yield [row];
}

async function write(path, through) {
  const writer = createWriter(path, through);
  await writer.header({ holds: 'logs' });
  await writer.table({ service: 'repairs', name: 'events' }, pages());
  await writer.table({ service: 'identity', name: 'events' }, (async function* none() {})());
  await writer.close();
}

async function read(path, source) {
  const seen = [];
  await readBackup(
    path,
    {
      header: ({ version, holds }) => seen.push(`${version} ${holds}`),
      table: ({ service }) => seen.push(service),
      row: (text) => seen.push(text),
      tableEnd: (rows) => seen.push(rows),
    },
    source,
  );
  return seen;
}

test('a backup reads back as it was written, whatever its texts contain', async (t) => {
  const path = join(folder(t), 'backup');
  await write(path);
  assert.deepEqual(await read(path), ['1 logs', 'repairs', ...ROWS, 2, 'identity', 0]);
});

test('a truncated file is refused, wherever it ends', async (t) => {
  const path = join(folder(t), 'backup');
  await write(path);
  const whole = readFileSync(path);
  for (let length = 0; length < whole.length; length += 7) {
    writeFileSync(path, whole.subarray(0, length));
    await assert.rejects(read(path), /is damaged/u, `${length} of ${whole.length} bytes`);
  }
});

test('a file with a changed, dropped or added line is refused', async (t) => {
  const path = join(folder(t), 'backup');
  await write(path);
  const lines = gunzipSync(readFileSync(path)).toString().trimEnd().split('\n');
  const refused = async (changed) => {
    writeFileSync(path, gzipSync(`${changed.join('\n')}\n`));
    await assert.rejects(read(path), /is damaged/u);
  };
  await refused(lines.map((line) => line.replace('two', 'six')));
  for (const index of lines.keys()) await refused(lines.toSpliced(index, 1));
  await refused([...lines, lines.at(-1)]);
  await refused(lines.with(0, '{"format":"something else","version":1}'));
});

test('a file of a newer format is refused as such', async (t) => {
  const path = join(folder(t), 'backup');
  writeFileSync(path, gzipSync('{"format":"repairline-backup","version":2}\n'));
  await assert.rejects(read(path), /written by a newer Repairline/u);
});

test('the keys file opens only with its own DATA_KEY, and not after a byte has changed', async (t) => {
  const path = join(folder(t), 'backup.keys');
  await write(path, [seal(KEY)]);
  const sealed = readFileSync(path);
  assert.ok(!sealed.includes('position'));
  assert.equal((await read(path, unseal(path, KEY))).length, 7);
  await assert.rejects(read(path, unseal(path, 'cd'.repeat(32))), /is damaged/u);
  for (const at of [9, 25, sealed.length - 20, sealed.length - 1]) {
    writeFileSync(path, sealed.with(at, sealed[at] ^ 1));
    await assert.rejects(async () => read(path, unseal(path, KEY)), /is damaged/u, `byte ${at}`);
  }
  writeFileSync(path, sealed.subarray(0, 30));
  assert.throws(() => unseal(path, KEY), /is not the file of keys/u);
});
