import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { writeSubscribers } from '../bus/embedded.mjs';
import { findProduct } from './running-product.mjs';
import { dataDirOf } from './data-folder.mjs';

const module = fileURLToPath(new URL('./data-folder.mjs', import.meta.url));
const ROUNDS = 200;

/**
 * Claims folder after folder, each at the same moment as another process, and reports which it got. It lives until both
 * have reported: the claim of a process that has ended is free for anybody.
 */
const code = `import { join } from 'node:path';
  import { claimDataFolder } from ${JSON.stringify(module)};
  process.on('message', ({ root, rounds, from }) => {
    const got = [];
    for (let round = 0; round < rounds; round += 1) {
      while (Date.now() < from + 5 * round);
      try {
        claimDataFolder(join(root, String(round)));
        got.push(round);
      } catch (error) {
        if (error.name !== 'StartError') throw error;
      }
    }
    process.send(got);
  });`;

async function endOf(start) {
  const [code] = await once(start, 'exit');
  throw new Error(`A start ended with ${code} before it answered`);
}

for (const [title, left] of [
  ['of two starts at once, one gets the folder', undefined],
  ['of two starts at once after one was killed, one gets the folder', { pid: 999_999, identity: 'long ago' }],
]) {
  test(title, async (t) => {
    const root = mkdtempSync(join(tmpdir(), 'repairline-folder-'));
    t.after(() => rmSync(root, { recursive: true }));
    for (let round = 0; round < ROUNDS; round += 1) {
      mkdirSync(join(root, String(round)));
      if (left) writeFileSync(join(root, String(round), 'supervisor.json'), JSON.stringify(left));
    }
    const stdio = ['ignore', 'inherit', 'inherit', 'ipc'];
    const starts = [1, 2].map(() => spawn(process.execPath, ['--input-type=module', '-e', code], { stdio }));
    const answers = starts.map((start) => Promise.race([once(start, 'message'), endOf(start)]));
    const from = Date.now() + 500;
    starts.forEach((start) => start.send({ root, rounds: ROUNDS, from }));
    const got = (await Promise.all(answers)).flatMap(([rounds]) => rounds).sort((one, other) => one - other);
    starts.forEach((start) => start.disconnect());
    assert.deepEqual(got, [...Array(ROUNDS).keys()]);
  });
}

test('without a DATA_DIR, commands look for the product in the default data folder', (t) => {
  for (const DATA_DIR of [undefined, '', ' '])
    assert.equal(dataDirOf('/srv/repairline', { DATA_DIR }), '/srv/repairline/.data');
  assert.equal(dataDirOf('/srv/repairline', { DATA_DIR: 'elsewhere' }), '/srv/repairline/elsewhere');

  const before = process.env.DATA_DIR;
  t.after(() => (before === undefined ? delete process.env.DATA_DIR : (process.env.DATA_DIR = before)));
  process.env.DATA_DIR = '';
  assert.throws(() => findProduct('/srv/repairline'), /No product is running on \/srv\/repairline\/\.data\./);
});

const notRoot = process.getuid?.() === 0 ? false : 'only root can give a file to another user';
test('what root writes into the folder of another user can be read by that user', { skip: notRoot }, (t) => {
  const root = mkdtempSync(join(tmpdir(), 'repairline-folder-'));
  t.after(() => rmSync(root, { recursive: true }));
  const bus = join(root, 'nats');
  mkdirSync(bus);
  const [uid, gid] = [65_534, 65_533];
  chownSync(bus, uid, gid);
  writeSubscribers(root, []);
  const written = statSync(join(bus, 'subscribers.json'));
  assert.deepEqual([written.uid, written.gid, written.mode & 0o777], [uid, gid, 0o600]);
});
