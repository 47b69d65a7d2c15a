import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { nameAt, removeOlder, removeUnfinished } from './kept.mjs';

const [first, second, third] = [8, 9, 10].map((day) => nameAt(new Date(Date.UTC(2026, 10, day, 2, 30))));

function folderWith(t, ...names) {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-kept-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const name of names) writeFileSync(join(folder, name), '');
  return folder;
}

test('a backup is named after its time, so that names sort by time', () => {
  assert.equal(first, 'repairline-2026-11-08T02-30-00Z');
  assert.deepEqual([third, first, second].sort(), [first, second, third]);
});

test('the newest backups are kept with their keys, and files with other names are left alone', (t) => {
  const others = ['2026-11-01', '2026-11-01.keys', `${first}.tmp`, 'notes'];
  const folder = folderWith(t, ...others, ...[first, second, third].flatMap((name) => [name, `${name}.keys`]));
  assert.deepEqual(removeOlder(folder, 2), [first]);
  const left = [...others, second, `${second}.keys`, third, `${third}.keys`];
  assert.deepEqual(readdirSync(folder).sort(), left.sort());
  assert.deepEqual(removeOlder(folder, 5), []);
});

test('a backup without its keys counts, and is removed in its turn', (t) => {
  const folder = folderWith(t, first, second, `${second}.keys`);
  assert.deepEqual(removeOlder(folder, 1), [first]);
});

test('what killed runs have left is removed, and what a run is still writing is not', (t) => {
  const left = [`${first}.partial`, `${second}.keys.partial`];
  const others = [`${third}.partial`, 'notes.partial', first];
  const folder = folderWith(t, ...left, ...others);
  const now = Date.now();
  const yesterday = new Date(now - 25 * 3_600_000);
  for (const name of [...left, 'notes.partial', first]) utimesSync(join(folder, name), yesterday, yesterday);
  assert.deepEqual(removeUnfinished(folder, now).sort(), left);
  assert.deepEqual(readdirSync(folder).sort(), others.sort());
});

test('a file that disappears before its age is read is ignored', (t) => {
  const folder = folderWith(t);
  symlinkSync(join(folder, 'nowhere'), join(folder, `${first}.partial`));
  assert.deepEqual(removeUnfinished(folder), []);
});
