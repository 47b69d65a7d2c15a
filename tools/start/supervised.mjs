import { closeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { lastProblem, linesSince, logSize, openLog, rotateLog } from './logs.mjs';
import { endProcess, graceOf, processIdentity } from '../shared/processes.mjs';
import { StartError, sayProblem } from '../shared/say.mjs';

const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 10_000;
const CALM_AFTER_MS = 30_000;
const TRIES_BEFORE_READY = 3;
/** EX_CONFIG of sysexits.h: the child will not come up however often it is started. */
const WRONG_CONFIGURATION = 78;

/**
 * Keeps one child process running. It restarts a dead child after 0.2 s, doubling the delay each time up to 10 s.
 * `launch(log)` spawns the child with its output going to that file descriptor.
 */
export function supervised({ name, launch, logFile, signal = 'SIGTERM', record, title = name }) {
  const self = { name, launch, logFile, signal, record, title, wanted: true, ready: false, deaths: 0, logFrom: 0 };
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
  self.ready = true;
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
