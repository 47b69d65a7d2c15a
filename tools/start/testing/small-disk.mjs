import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Why there can be no small disk here; false if there can. */
export const noSmallDisk = !(process.platform === 'linux' && process.getuid() === 0) && 'needs the right to mount';

/** A folder on its own disk for one test, of `size` in mount's notation; undefined if none may be mounted. */
export function smallDisk(t, size) {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-small-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  t.after(() => {
    // Lazily: what a test has started there may end after this.
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  });
  return folder;
}

/** Fills the disk of a folder to its last byte. @returns a function that makes room again */
export function fill(folder) {
  const path = join(folder, 'filler');
  const file = openSync(path, 'w');
  try {
    for (;;) writeSync(file, Buffer.alloc(4_096));
  } catch (error) {
    if (error.code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
  return () => rmSync(path);
}
