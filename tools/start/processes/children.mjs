import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, writeJson } from '../../shared/data-folder.mjs';
import { collectedWithin, endProcess, graceOf, isSameProcess, processIdentity } from '../../shared/processes.mjs';
import { StartError } from '../../shared/say.mjs';

const COLLECTED_WITHIN_MS = 10_000;

/** The running children, on disk, so that the next start finds what a killed supervisor left behind. */
export function childrenRecord(dataDir) {
  const path = join(dataDir, 'children.json');
  const children = new Map();
  const save = () => writeJson(path, Object.fromEntries(children));
  return {
    add(name, pid, signal) {
      children.set(name, { pid, identity: processIdentity(pid), signal });
      save();
    },
    remove(name) {
      if (children.delete(name)) save();
    },
  };
}

/** Ends what an earlier run left behind, last started first. @returns the names */
export async function endLeftovers(dataDir) {
  const path = join(dataDir, 'children.json');
  const children = readJson(path) ?? {};
  const left = Object.entries(children).filter(([, child]) => isSameProcess(child));
  const [parts, services] = [left.filter(isStore), left.filter((entry) => !isStore(entry))];
  await Promise.all(services.map(endLeftover));
  for (const entry of parts.reverse()) await endLeftover(entry);
  await databaseCollected(children.postgres);
  rmSync(join(dataDir, 'run.json'), { force: true });
  writeJson(path, {});
  return left.map(([name]) => name);
}

/** PostgreSQL does not start while its lock file names a process that exists, running or not. */
async function databaseCollected(database) {
  if (!database || (await collectedWithin(COLLECTED_WITHIN_MS, database))) return;
  throw new StartError(
    `The database has ended, but the system keeps its process ${database.pid}, so it cannot start again. A container needs an init process for this, as with docker run --init.`,
  );
}

const endLeftover = ([name, child]) => endProcess({ ...child, title: name }, graceOf(name));

const isStore = ([name]) => name === 'postgres' || name === 'nats';
