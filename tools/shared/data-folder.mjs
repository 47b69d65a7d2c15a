import {
  chmodSync,
  existsSync,
  lchownSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isSameProcess, processIdentity } from './processes.mjs';
import { StartError } from './say.mjs';

const NEEDED_MEGABYTES = 200;

/** The same folder as in the settings, without reading those; an empty variable counts as unset. */
export function dataDirOf(root, { DATA_DIR } = process.env) {
  return resolve(root, DATA_DIR?.trim() ? DATA_DIR : '.data');
}

/** What the gateway and the commands write about access and data. */
export const securityLogOf = (dataDir) => join(dataDir, 'logs', 'security.log');

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
 * Makes folders one level at a time: Node's recursive mkdir retries forever on a file system like /proc, which refuses
 * a folder by reporting that its parent is missing.
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

/** Makes this process the only supervisor of the folder. @returns a function that gives it up */
export function claimDataFolder(dataDir) {
  const path = claimOf(dataDir);
  const holder = claim(path);
  if (holder) throw alreadyRunning(dataDir, holder);
  return () => rmSync(path, { force: true });
}

/** Refuses to change anything under a running product. Claims nothing. */
export function refuseWhileRunning(dataDir) {
  const path = claimOf(dataDir);
  const holder = existsSync(path) ? readJson(path) : undefined;
  if (holder && isSameProcess(holder)) throw alreadyRunning(dataDir, holder);
}

const claimOf = (dataDir) => join(dataDir, 'supervisor.json');

function alreadyRunning(dataDir, { pid }) {
  return new StartError(`Repairline is already running on ${dataDir} (process ${pid})${runningAt(dataDir)}.`);
}

/** Claims the file for this process, or returns the living process that holds it. */
export function claim(path) {
  while (!isClaimed(path)) {
    const holder = holderOf(path);
    if (holder && isSameProcess(holder)) return holder;
    if (holder) clear(path);
  }
  return undefined;
}

/** @returns undefined if nobody holds it; for a claim that cannot be read, an object that names no process */
const holderOf = (path) => readJson(path, {});

/** Written to another file and linked, so that nobody ever reads half a claim. */
function isClaimed(path) {
  const draft = `${path}.${process.pid}`;
  const mine = { pid: process.pid, identity: processIdentity(process.pid) };
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    return isLinked(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Removes the claim of a process that has ended. One process at a time looks and removes: by the second look, another
 * may have removed it, and a third have claimed anew.
 */
function clear(path) {
  const turn = `${path}.clearing`;
  if (claim(turn)) return;
  try {
    const holder = holderOf(path);
    if (holder && !isSameProcess(holder)) rmSync(path, { force: true });
  } finally {
    rmSync(turn, { force: true });
  }
}

function isLinked(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function runningAt(dataDir) {
  const run = readJson(join(dataDir, 'run.json'));
  return run?.url ? `: ${run.url}` : '';
}

/** @returns `unreadable` for a file that holds no JSON, undefined for one that does not exist */
export function readJson(path, unreadable = undefined) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    if (error instanceof SyntaxError) return unreadable;
    throw error;
  }
}

/** Writes to another file and renames it, so that neither a reader nor a kill leaves half a file. */
export function writeJson(path, value) {
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  if (process.getuid?.() === 0) giveToOwnerOf(dirname(path), draft);
  renameSync(draft, path);
}

/** What root writes for a product of another user would otherwise stop that product's next start. */
function giveToOwnerOf(folder, file) {
  const { uid, gid } = statSync(folder);
  lchownSync(file, uid, gid);
}
