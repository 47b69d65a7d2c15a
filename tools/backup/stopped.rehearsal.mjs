import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { endLeftovers } from '../start/processes/children.mjs';
import { readJson } from '../shared/data-folder.mjs';
import { allGone, eventually } from '../start/testing/running-copy.mjs';
import { newInstallation } from './testing/new-installation.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const dataKey = 'ab'.repeat(32);

function launch(script, args, more) {
  const { PATH, HOME, NATS_SERVER_BIN = '' } = process.env;
  const env = { PATH, HOME, ...(NATS_SERVER_BIN && { NATS_SERVER_BIN }), ...more };
  const child = spawn(process.execPath, [join(here, script), ...args], { env });
  const said = {
    output: '',
    errors: '',
    kill: (signal) => child.kill(signal),
    stopReading: () => child.stdout.destroy(),
  };
  child.stdout.on('data', (text) => (said.output += text));
  child.stderr.on('data', (text) => (said.errors += text));
  said.ended = new Promise((resolve) => child.on('close', (code, signal) => resolve(code ?? signal)));
  return said;
}

/** An installation, a folder for copies of it, and the empty data folder of another one with its key. */
async function place(t) {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-stopped-'));
  const [copies, dataDir] = ['copies', 'data'].map((name) => join(folder, name));
  for (const made of [copies, dataDir]) mkdirSync(made);
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify({ dataKey }));
  t.after(async () => {
    await endLeftovers(dataDir);
    rmSync(folder, { recursive: true });
  });
  const { url, clients } = await newInstallation(t);
  const file = join(copies, 'two');
  const backUp = () => launch('backup.mjs', [file], { DATA_DIR: dataDir, DATABASE_URL: url });
  return { copies, dataDir, file, backUp, holder: clients[0] };
}

/** Sends the signal twice, as npm passes on what the terminal has sent already. */
async function stop(command, signal) {
  for (let times = 0; times < 2; times += 1) command.kill(signal);
  assert.equal(await command.ended, 130, command.errors);
  assert.match(command.errors, /^Stopped\.$/m);
}

test('a backup that is stopped leaves no file, and can be taken again', async (t) => {
  const { copies, file, backUp, holder } = await place(t);
  for (const signal of ['SIGINT', 'SIGTERM']) {
    // Holds the backup up after it has begun to write its second file.
    await holder.query('BEGIN; LOCK TABLE identity.credentials IN ACCESS EXCLUSIVE MODE');
    const begun = backUp();
    await eventually(() => existsSync(`${file}.keys.partial`));
    await stop(begun, signal);
    assert.deepEqual(readdirSync(copies), []);
    await holder.query('ROLLBACK');
  }
  const taken = backUp();
  assert.equal(await taken.ended, 0, taken.errors);
});

test('a restore that is stopped ends what it has started, and can be run again', async (t) => {
  const { dataDir, file, backUp } = await place(t);
  assert.equal(await backUp().ended, 0);
  const restore = () => launch('restore.mjs', [file], { DATA_DIR: dataDir });
  const children = () => readJson(join(dataDir, 'children.json'));
  for (const signal of ['SIGINT', 'SIGTERM']) {
    const begun = restore();
    await eventually(() => children()?.postgres && children().nats);
    const started = children();
    await stop(begun, signal);
    assert.ok(allGone(started));
    assert.deepEqual(children(), {});
    assert.ok(!existsSync(join(dataDir, 'supervisor.json')));
  }
  const restored = restore();
  assert.equal(await restored.ended, 0, restored.errors);
  assert.match(restored.output, /^Restored 0 events\./m);
});

test('a backup whose reader leaves, as `head` does, ends in order and says nothing about it', async (t) => {
  const { copies, backUp } = await place(t);
  const begun = backUp();
  begun.stopReading();
  assert.deepEqual([await begun.ended, begun.errors], [141, '']);
  assert.deepEqual(readdirSync(copies), ['two', 'two.keys']);
});
