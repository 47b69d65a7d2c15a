import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** As long as years have four digits, these names sort by time. */
const NAME = /^repairline-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

const UNFINISHED = /(\.keys)?\.partial$/;
/** A file untouched for this long is no longer being written. */
const ABANDONED_MS = 24 * 3_600_000;

export const nameAt = (time) => `repairline-${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** Removes all but the newest `keep` backups, with their keys. Files of other names stay. @returns the names removed */
export function removeOlder(folder, keep) {
  const names = readdirSync(folder).filter((name) => NAME.test(name));
  const older = names.sort().slice(0, -keep);
  // The keys first: without them nobody can read what an interrupted removal leaves.
  for (const name of older) for (const part of [`${name}.keys`, name]) rmSync(join(folder, part), { force: true });
  return older;
}

/**
 * Removes the files of runs that were killed while writing: each has a name of its own, so no later run overwrites it.
 * @returns the names removed
 */
export function removeUnfinished(folder, now = Date.now()) {
  // A file that is gone since it was listed gives undefined: its run has ended.
  const isAbandoned = (name) => now - statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs > ABANDONED_MS;
  const unfinished = readdirSync(folder).filter(
    (name) => UNFINISHED.test(name) && NAME.test(name.replace(UNFINISHED, '')) && isAbandoned(name),
  );
  for (const name of unfinished) rmSync(join(folder, name), { force: true });
  return unfinished;
}
