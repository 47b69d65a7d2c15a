import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { sayProblem } from './say.mjs';

/** Longer than the 8 s after which a service gives up its own shutdown. */
const GRACE_MS = 10_000;
/** A database that is killed while it writes its last changes may leave processes that stop its next start. */
const DATABASE_GRACE_MS = 45_000;

/**
 * What distinguishes a process from a later one with the same id: its start time. Null if the process is gone.
 * Linux: field 22 of /proc/<pid>/stat (clock ticks since boot, proc(5)) with the boot's id.
 */
export function processIdentity(pid) {
  if (!Number.isInteger(pid) || pid <= 1) return null;
  if (process.platform !== 'linux') return psIdentity(pid);
  const found = linuxProcess(pid);
  return found?.isRunning ? found.identity : null;
}

function linuxProcess(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startTicks] = [fields[0], fields[19]];
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { isRunning: state !== 'Z' && state !== 'X', identity: `${boot} ${startTicks}` };
  } catch {
    return undefined;
  }
}

function psIdentity(pid) {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

export function isSameProcess({ pid, identity }) {
  return identity !== null && identity !== undefined && processIdentity(pid) === identity;
}

/** How long a part of the product may take to stop, in milliseconds. */
export const graceOf = (name) => (name === 'postgres' ? DATABASE_GRACE_MS : GRACE_MS);

/** Asks a process to stop, and kills it with its group, saying so, if it does not within `graceMs`. */
export async function endProcess({ title, pid, identity, signal = 'SIGTERM' }, graceMs = GRACE_MS) {
  const target = { pid, identity };
  if (!isSameProcess(target)) return;
  send(pid, signal);
  if (await goneWithin(target, graceMs)) return;
  sayProblem(`${title} did not stop within ${graceMs / 1000} s and was killed.`);
  send(-pid, 'SIGKILL');
  send(pid, 'SIGKILL');
  await goneWithin(target, graceMs);
}

/**
 * Waits until the id of an ended process is free, which on Linux takes until its parent has collected it.
 * @returns whether it is free within `limitMs`
 */
export function collectedWithin(limitMs, { pid, identity }) {
  return falseWithin(limitMs, () => process.platform === 'linux' && linuxProcess(pid)?.identity === identity);
}

const goneWithin = (target, limitMs) => falseWithin(limitMs, () => isSameProcess(target));

async function falseWithin(limitMs, isStill) {
  const deadline = Date.now() + limitMs;
  while (isStill()) {
    if (Date.now() > deadline) return false;
    await pause(20);
  }
  return true;
}

function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
