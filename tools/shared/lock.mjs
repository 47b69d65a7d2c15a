import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { claim } from './data-folder.mjs';

const LOOK_AGAIN_MS = 200;

/** Runs the work while no other process runs its own under the same file; waits until that one has ended or died. */
export async function withLock(path, work) {
  mkdirSync(dirname(path), { recursive: true });
  while (claim(path)) await pause(LOOK_AGAIN_MS);
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}
