import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { blockableServer } from '../../bus/testing/blockable-server.mjs';
import { within } from './deadline.mjs';
import { isJetStreamSilent } from '../stores/nats.mjs';
import { supervised } from './supervised.mjs';
import { eventually } from '../testing/running-copy.mjs';
import { noSmallDisk } from '../testing/small-disk.mjs';

/** A child that is looked at all the time, and the ids of the processes it has been. */
async function watched(t, { dataDir, launch, isSilent }) {
  const pids = [];
  const record = { add: (_name, pid) => pids.push(pid), remove: () => undefined };
  const logFile = join(dataDir, 'log');
  const child = supervised({ name: 'watched', launch, logFile, record, isSilent, lookEveryMs: 50 });
  t.after(() => child.stop());
  child.start();
  await child.untilReady(() => true, within(10_000));
  return pids;
}

function folder(t) {
  const path = mkdtempSync(join(tmpdir(), 'repairline-watched-'));
  t.after(() => rmSync(path, { recursive: true }));
  return path;
}

test('a process is ended and started again only if it was silent twice in a row', async (t) => {
  const told = [false, true, false, true, true];
  const asked = [];
  const launch = () => spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { detached: true });
  const pids = await watched(t, {
    ...{ dataDir: folder(t), launch },
    isSilent: async () => {
      asked.push(pids.at(-1));
      return told[asked.length - 1] ?? false;
    },
  });
  await eventually(() => asked.filter((pid) => pid === pids[1]).length >= 3);
  assert.equal(pids.length, 2);
  assert.ok(asked.slice(0, told.length).every((pid) => pid === pids[0]));
});

test('a bus that a full disk has blocked is started again, and takes in events', { skip: noSmallDisk }, async (t) => {
  const bus = await blockableServer(t);
  if (!bus) return t.skip('mounting is not allowed here');
  let isBlocked = false;
  const isSilent = () => isBlocked && isJetStreamSilent(bus.url, 500);
  const pids = await watched(t, { dataDir: folder(t), launch: bus.launch, isSilent });
  await bus.block();
  isBlocked = true;
  await eventually(bus.publish);
  assert.equal(pids.length, 2);
});
