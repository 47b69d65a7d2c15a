import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** As long as the year has four digits, their order is that of time. */
const NAME = /^repairline-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

const UNFINISHED = /(\.keys)?\.partial$/;
/** Nobody writes to a file for as long without a word. */
const ABANDONED_MS = 24 * 3_600_000;

export const nameAt = (time) => `repairline-${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** All but the newest of those that have such a name, with their keys; whatever else is in the folder stays. @returns which */
export function removeOlder(folder, keep) {
  const names = readdirSync(folder).filter((name) => NAME.test(name));
  const older = names.sort().slice(0, -keep);
  // The keys first: without them nobody can read what a removal that stops half-way has left.
  for (const name of older) for (const part of [`${name}.keys`, name]) rmSync(join(folder, part), { force: true });
  return older;
}

/** What runs have left that were killed while they wrote: each has a name of its own, so that no other ever clears it. @returns which */
export function removeUnfinished(folder, now = Date.now()) {
  // One that has gone since it was listed is not there any more: its run is over.
  const isAbandoned = (name) => now - statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs > ABANDONED_MS;
  const unfinished = readdirSync(folder).filter(
    (name) => UNFINISHED.test(name) && NAME.test(name.replace(UNFINISHED, '')) && isAbandoned(name),
  );
  for (const name of unfinished) rmSync(join(folder, name), { force: true });
  return unfinished;
}
