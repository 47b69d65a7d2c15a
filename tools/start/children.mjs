import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, writeJson } from './data-folder.mjs';
import { endProcess, graceOf, isSameProcess, processIdentity } from './processes.mjs';

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
  const left = Object.entries(readJson(path) ?? {}).filter(([, child]) => isSameProcess(child));
  const [parts, services] = [left.filter(isStore), left.filter((entry) => !isStore(entry))];
  await Promise.all(services.map(endLeftover));
  for (const entry of parts.reverse()) await endLeftover(entry);
  rmSync(join(dataDir, 'run.json'), { force: true });
  writeJson(path, {});
  return left.map(([name]) => name);
}

const endLeftover = ([name, child]) => endProcess({ ...child, title: name }, graceOf(name));

const isStore = ([name]) => name === 'postgres' || name === 'nats';
