import assert from 'node:assert/strict';
import { closeSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { lastProblem, linesSince, logSize, openLog, problemsIn, rotateLog } from './logs.mjs';

function logIn(t) {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-logs-'));
  const path = join(folder, 'service.log');
  const writer = openLog(path);
  t.after(() => {
    closeSync(writer);
    rmSync(folder, { recursive: true });
  });
  return { path, write: (text) => writeSync(writer, text) };
}

test('a log that has grown past 10 MB is rotated while its writer continues', (t) => {
  const { path, write } = logIn(t);
  write('x'.repeat(10 * 1024 ** 2));
  rotateLog(path);
  write('after\n');
  assert.equal(statSync(`${path}.1`).size, 10 * 1024 ** 2);
  assert.equal(readFileSync(path, 'utf8'), 'after\n');
});

test('of a log that keeps several copies, the oldest is dropped', (t) => {
  const { path, write } = logIn(t);
  for (const letter of ['a', 'b', 'c']) {
    write(letter.repeat(10 * 1024 ** 2));
    rotateLog(path, 2);
  }
  const firstOf = (file) => readFileSync(file, 'utf8')[0];
  assert.deepEqual([`${path}.1`, `${path}.2`].map(firstOf), ['c', 'b']);
  assert.equal(existsSync(`${path}.3`), false);
});

test('a log below 10 MB is left as it is', (t) => {
  const { path, write } = logIn(t);
  write('short\n');
  rotateLog(path);
  assert.equal(readFileSync(path, 'utf8'), 'short\n');
});

test('only lines of the current start are read, or all of them if the log has shrunk', (t) => {
  const { path, write } = logIn(t);
  write('an earlier start\n');
  const from = logSize(path);
  write('this start\n');
  assert.deepEqual(linesSince(path, from), ['this start']);
  assert.deepEqual(linesSince(path, 1_000_000), ['an earlier start', 'this start']);
});

test('errors are found in the JSON of services and in the plain text of the stores', () => {
  const lines = [
    '{"level":"info","msg":"ready"}',
    '{"level":"warn","msg":"will heal"}',
    '{"level":"error","msg":"views stopped","err":{"message":"no such column"}}',
    '2026-01-01 00:00:00 UTC [7] FATAL:  could not write lock file',
  ];
  assert.deepEqual(problemsIn(lines), ['views stopped: no such column', 'could not write lock file']);
  assert.equal(lastProblem(['nothing wrong here']), 'nothing wrong here');
});
