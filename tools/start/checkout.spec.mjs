import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually } from './testing/running-copy.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const NOT_CHECKED_IN = new Set(['node_modules', 'dist', '.cache']);
const FILES = ['package.json', 'package-lock.json', 'nx.json', 'libs', 'apps', 'tools'];

/** A checkout with nothing installed, and an npm that records its calls and does nothing. */
function freshCheckout(t) {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-checkout-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const filter = (path) => !NOT_CHECKED_IN.has(basename(path));
  for (const name of FILES) cpSync(join(root, name), join(folder, name), { recursive: true, filter });
  const [bin, dataDir, asked] = ['bin', '.data', 'asked'].map((name) => join(folder, name));
  for (const made of [bin, dataDir]) mkdirSync(made);
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\necho "$1" >> ${asked}\necho no way to the registry\nexit 7\n`, {
    mode: 0o755,
  });
  writeFileSync(join(dataDir, 'run.json'), JSON.stringify({ databaseAdminUrl: 'postgres://127.0.0.1:1/none' }));
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify({ dataKey: '0'.repeat(64) }));
  const begin = (script, ...args) => {
    rmSync(asked, { force: true });
    const PATH = [bin, process.env.PATH].join(delimiter);
    return spawn(process.execPath, [join(folder, 'tools', ...script.split('/')), ...args], {
      env: { ...process.env, PATH, DATA_DIR: dataDir, INIT_CWD: folder },
    });
  };
  const run = async (script, ...args) => {
    const child = begin(script, ...args);
    const ran = { output: '', errors: '' };
    child.stdout.on('data', (text) => (ran.output += text));
    child.stderr.on('data', (text) => (ran.errors += text));
    const code = await new Promise((resolve) => child.on('close', resolve));
    return { ...ran, code, asked: existsSync(asked) ? readFileSync(asked, 'utf8') : '' };
  };
  return { folder, bin, asked, begin, run };
}

test('every command installs the packages of a fresh checkout, and keeps that output apart from its answer', async (t) => {
  const { folder, run } = freshCheckout(t);
  for (const name of ['file', 'file.keys']) writeFileSync(join(folder, name), '');
  for (const [script, ...args] of [
    ['start/start.mjs'],
    ['backup/backup.mjs', 'new'],
    ['backup/restore.mjs', 'file'],
    ['bus/consumer.mjs', 'add', 'reports'],
    ['log/dead-letters.mjs', 'list'],
    ['log/erase.mjs', 'device', 'R-1', '--by', 'admin@school.example'],
    ['log/password.mjs', 'admin@school.example'],
    ['log/rebuild.mjs', 'repairs'],
    ['log/replay.mjs', 'repairs', '--from', '1'],
    ['log/verify.mjs'],
    ['seed/seed.mjs', '--devices', '1'],
  ]) {
    const { code, output, errors, asked } = await run(script, ...args);
    assert.deepEqual([script, asked], [script, 'ci\n'], errors);
    assert.match(errors, /no way to the registry\n.*Installing packages from the lockfile failed/);
    assert.doesNotMatch(errors, /Cannot find|\n {4}at /, script);
    assert.deepEqual([script, output, code > 0], [script, '', true]);
  }
});

test('a command that is asked for help or given wrong arguments installs nothing', async (t) => {
  const { run } = freshCheckout(t);
  for (const [script, ...args] of [
    ['seed/seed.mjs', '--help'],
    ['seed/seed.mjs', '--devices', 'many'],
    ['log/verify.mjs', '--help'],
    ['backup/restore.mjs', '--help'],
    ['bus/consumer.mjs', '--help'],
  ]) {
    const { asked, output, errors } = await run(script, ...args);
    assert.equal(asked, '');
    assert.match(output + errors, /npm run \S/);
    assert.doesNotMatch(errors, /Cannot find|Unknown option/);
  }
});

test('packages of another version are replaced, also where they are newer than the lockfile', async (t) => {
  const { folder, run } = freshCheckout(t);
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const installed = (packages) => {
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
    return run('start/start.mjs');
  };
  const { 'node_modules/nats': nats, ...others } = lock.packages;
  const older = { ...others, 'node_modules/nats': { ...nats, version: '2.0.0' } };
  assert.equal((await installed(older)).asked, 'ci\n');
  assert.equal((await installed(others)).asked, 'ci\n');
  assert.equal((await installed(lock.packages)).asked, '');
});

test('a start that is interrupted while installing ends the install before it ends', async (t) => {
  const { bin, asked, begin } = freshCheckout(t);
  const tidyUp = `sleep 1; echo tidied up >> ${asked}; exit 1`;
  writeFileSync(
    join(bin, 'npm'),
    `#!/bin/sh\ntrap '${tidyUp}' TERM\necho began >> ${asked}\nfor _ in $(seq 200); do sleep 0.1; done\n`,
  );
  for (const signal of ['SIGINT', 'SIGTERM']) {
    const start = begin('start/start.mjs');
    t.after(() => start.kill('SIGKILL'));
    let errors = '';
    start.stderr.on('data', (text) => (errors += text));
    await eventually(() => existsSync(asked));
    start.kill(signal);
    const code = await new Promise((resolve) => start.on('close', resolve));
    assert.equal(readFileSync(asked, 'utf8'), 'began\ntidied up\n');
    assert.match(errors, /Stopping…\nInstalling packages from the lockfile: stopped\.\n$/);
    assert.equal(code, 1);
  }
});
