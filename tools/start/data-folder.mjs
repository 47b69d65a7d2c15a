import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isSameProcess, processIdentity } from './processes.mjs';
import { StartError } from './say.mjs';

const NEEDED_MEGABYTES = 200;

export function openDataFolder(dataDir) {
  try {
    makeFolder(join(dataDir, 'logs'));
    chmodSync(dataDir, 0o700);
  } catch (error) {
    if (error.code === 'ENOSPC') throw error;
    throw new StartError(`DATA_DIR: ${dataDir} cannot be used: ${error.message}`);
  }
  const { bavail, bsize } = statfsSync(dataDir);
  const megabytes = Math.floor((bavail * bsize) / 1024 ** 2);
  if (megabytes >= NEEDED_MEGABYTES) return;
  throw new StartError(
    `The disk that holds ${dataDir} is full: ${megabytes} MB are left, Repairline needs ${NEEDED_MEGABYTES} MB. Free some space and start again; nothing stored is lost.`,
  );
}

/**
 * One at a time: asked for all at once, Node tries for ever where a file system says of a folder that it refuses, as /proc
 * does, that its parent is missing.
 */
function makeFolder(path) {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}

/** Makes this process the only supervisor of the folder, and answers how to give it up. */
export function claimDataFolder(dataDir) {
  const path = join(dataDir, 'supervisor.json');
  const mine = JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) });
  try {
    writeFileSync(path, mine, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const holder = readJson(path);
    if (holder && isSameProcess(holder)) {
      throw new StartError(`Repairline is already running on ${dataDir} (process ${holder.pid})${runningAt(dataDir)}.`);
    }
    rmSync(path, { force: true });
    return claimDataFolder(dataDir);
  }
  return () => rmSync(path, { force: true });
}

function runningAt(dataDir) {
  const run = readJson(join(dataDir, 'run.json'));
  return run?.url ? `: ${run.url}` : '';
}

export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Writes beside and renames, so that a reader or a kill never meets half a file. */
export function writeJson(path, value) {
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}
