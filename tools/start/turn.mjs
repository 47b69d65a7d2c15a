import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readJson } from './data-folder.mjs';
import { isSameProcess, processIdentity } from './processes.mjs';

const LOOK_AGAIN = 200;

/** Runs the work while no other process runs its own under the same file; whoever waits goes on when that one has ended, or died. */
export async function inTurn(path, work) {
  mkdirSync(dirname(path), { recursive: true });
  const mine = JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) });
  for (;;) {
    if (claimed(path, mine)) break;
    const holder = readJson(path);
    if (holder && isSameProcess(holder)) await pause(LOOK_AGAIN);
    else rmSync(path, { force: true });
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

/** Written beside and linked, so that nobody ever reads half a claim. */
function claimed(path, mine) {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, mine);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}
