import { closeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { lastProblem, linesSince, logSize, openLog, rotateLog } from './logs.mjs';
import { endProcess, graceOf, processIdentity } from '../../shared/processes.mjs';
import { StartError, sayProblem } from '../../shared/say.mjs';

const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 10_000;
const CALM_AFTER_MS = 30_000;
const TRIES_BEFORE_READY = 3;
const LOOK_EVERY_MS = 10_000;
const SILENT_LOOKS = 2;
const SILENT_GRACE_MS = 2_000;
/** EX_CONFIG of sysexits.h: the child will not come up however often it is started. */
const WRONG_CONFIGURATION = 78;

/**
 * Keeps one child process running. It restarts a dead child after 0.2 s, doubling the delay each time up to 10 s.
 * `launch(log)` spawns the child with its output going to that file descriptor. `isSilent`, if given, says whether a child
 * that was ready has stopped doing its work: one that is silent twice in a row is ended.
 */
export function supervised({ signal = 'SIGTERM', lookEveryMs = LOOK_EVERY_MS, ...given }) {
  const self = { title: given.name, signal, lookEveryMs, wanted: true, ready: false, deaths: 0, logFrom: 0, ...given };
  const { name, logFile } = self;
  return {
    name,
    start: () => start(self),
    stop: () => stop(self),
    untilReady: (isReady, isOver) => untilReady(self, isReady, isOver),
    rotate: () => rotateQuietly(logFile),
    startupLines: () => linesSince(logFile, self.logFrom),
  };
}

function start(self) {
  if (!self.wanted) return;
  rotateQuietly(self.logFile);
  self.logFrom = logSize(self.logFile);
  const log = openLog(self.logFile);
  try {
    self.child = self.launch(log);
  } finally {
    closeSync(log);
  }
  const { child } = self;
  const startedAt = Date.now();
  child.on('error', (error) => died(self, child, startedAt, error.message));
  child.on('exit', (code, by) => died(self, child, startedAt, by ?? `code ${code}`, code));
  if (!child.pid) return;
  self.identity = processIdentity(child.pid);
  remember(self, child.pid);
}

/** On a full disk the child runs on unrecorded, which does less harm than ending it. */
function remember(self, pid) {
  try {
    self.record.add(self.name, pid, self.signal);
  } catch (error) {
    if (!self.ready) throw error;
    sayProblem(`${self.title} runs but could not be recorded: ${error.message}`);
  }
}

function died(self, child, startedAt, reason, code) {
  if (self.child !== child) return;
  self.child = undefined;
  if (!self.wanted) return;
  self.deaths = Date.now() - startedAt > CALM_AFTER_MS ? 1 : self.deaths + 1;
  if (!self.ready && (code === WRONG_CONFIGURATION || self.deaths >= TRIES_BEFORE_READY)) {
    self.fatal = problem(self, `does not start (${reason})`);
    return;
  }
  const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (self.deaths - 1));
  sayProblem(`${self.title} ended (${reason}); starting it again in ${delay / 1000} s. Log: ${self.logFile}`);
  self.timer = setTimeout(() => restart(self), delay);
}

function restart(self) {
  try {
    start(self);
  } catch (error) {
    sayProblem(`${self.title} could not be started again: ${error.message}`);
    self.timer = setTimeout(() => restart(self), LONGEST_DELAY_MS);
  }
}

async function untilReady(self, isReady, isOver) {
  const startedAt = Date.now();
  while (!(self.child && (await isReady()))) {
    if (self.fatal) throw self.fatal;
    if (!self.wanted) throw new StartError('Stopped while starting.');
    if (isOver()) throw problem(self, `was not ready within ${Math.round((Date.now() - startedAt) / 1_000)} s`);
    await pause(40);
  }
  if (!self.ready && self.isSilent) void watch(self);
  self.ready = true;
}

async function watch(self) {
  let silent = 0;
  for (;;) {
    await pause(self.lookEveryMs, undefined, { ref: false });
    const { child, identity, title, signal } = self;
    if (!self.wanted) return;
    silent = child?.pid && (await self.isSilent()) && child === self.child ? silent + 1 : 0;
    if (silent < SILENT_LOOKS || !self.wanted) continue;
    sayProblem(`${title} does not answer and is ended. Log: ${self.logFile}`);
    await endProcess({ title, pid: child.pid, identity, signal }, SILENT_GRACE_MS);
    silent = 0;
  }
}

async function stop(self) {
  self.wanted = false;
  clearTimeout(self.timer);
  const { child, name, title, identity, signal } = self;
  if (child?.pid) await endProcess({ title, pid: child.pid, identity, signal }, graceOf(name));
  self.record.remove(self.name);
}

function problem(self, what) {
  const words = lastProblem(linesSince(self.logFile, self.logFrom));
  return new StartError(`${self.title} ${what}: ${words} — log: ${self.logFile}`);
}

export function rotateQuietly(logFile, copies) {
  try {
    rotateLog(logFile, copies);
  } catch (error) {
    sayProblem(`Log ${logFile} could not be rotated: ${error.message}`);
  }
}
