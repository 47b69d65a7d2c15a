import { closeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { lastWords, linesSince, logSize, openLog, rotateLog } from './logs.mjs';
import { endProcess, processIdentity } from './processes.mjs';
import { StartError, sayProblem } from './say.mjs';

const FIRST_DELAY = 200;
const LONGEST_DELAY = 10_000;
const CALM_AFTER = 30_000;
const TRIES_BEFORE_READY = 3;
/** sysexits.h EX_CONFIG: the child will not come up however often it is started. */
const WRONG_CONFIGURATION = 78;

/**
 * Keeps one child process running: started again after it dies, at 0.2 s and then twice as late each time up to 10 s.
 * `launch(log)` spawns it with its output going to the file descriptor it is given.
 */
export function supervised({ name, launch, logFile, signal = 'SIGTERM', record, title = name }) {
  const state = { child: undefined, identity: undefined, wanted: true, ready: false, deaths: 0, fatal: undefined };
  let timer;
  let logFrom = 0;

  const start = () => {
    if (!state.wanted) return;
    rotateQuietly(logFile);
    logFrom = logSize(logFile);
    const log = openLog(logFile);
    try {
      state.child = launch(log);
    } finally {
      closeSync(log);
    }
    const { child } = state;
    const startedAt = Date.now();
    child.on('error', (error) => died(child, startedAt, error.message));
    child.on('exit', (code, by) => died(child, startedAt, by ?? `code ${code}`, code));
    if (!child.pid) return;
    state.identity = processIdentity(child.pid);
    record.add(name, child.pid, signal);
  };

  const died = (child, startedAt, reason, code) => {
    if (state.child !== child) return;
    state.child = undefined;
    if (!state.wanted) return;
    state.deaths = Date.now() - startedAt > CALM_AFTER ? 1 : state.deaths + 1;
    if (!state.ready && (code === WRONG_CONFIGURATION || state.deaths >= TRIES_BEFORE_READY)) {
      state.fatal = new StartError(
        `${title} does not start (${reason}): ${lastWords(linesSince(logFile, logFrom))} — log: ${logFile}`,
      );
      return;
    }
    const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (state.deaths - 1));
    sayProblem(`${title} ended (${reason}); starting it again in ${delay / 1000} s. Log: ${logFile}`);
    timer = setTimeout(() => restart(), delay);
  };

  const restart = () => {
    try {
      start();
    } catch (error) {
      sayProblem(`${title} could not be started again: ${error.message}`);
      timer = setTimeout(() => restart(), LONGEST_DELAY);
    }
  };

  return {
    name,
    start,
    rotate: () => rotateQuietly(logFile),
    startupLines: () => linesSince(logFile, logFrom),
    async untilReady(isReady, limit) {
      const deadline = Date.now() + limit;
      while (!(state.child && (await isReady()))) {
        if (state.fatal) throw state.fatal;
        if (!state.wanted) throw new StartError('Stopped while starting.');
        if (Date.now() > deadline) {
          throw new StartError(
            `${title} was not ready within ${limit / 1000} s: ${lastWords(linesSince(logFile, logFrom))} — log: ${logFile}`,
          );
        }
        await pause(40);
      }
      state.ready = true;
    },
    async stop() {
      state.wanted = false;
      clearTimeout(timer);
      const { child, identity } = state;
      if (child?.pid) await endProcess({ pid: child.pid, identity, signal });
      record.remove(name);
    },
  };
}

function rotateQuietly(logFile) {
  try {
    rotateLog(logFile);
  } catch (error) {
    sayProblem(`Log ${logFile} could not be rotated: ${error.message}`);
  }
}
