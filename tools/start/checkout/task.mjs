import { spawn } from 'node:child_process';
import { endProcess, processIdentity } from '../../shared/processes.mjs';
import { StartError, sayProblem } from '../../shared/say.mjs';

const STILL_AT_IT_EVERY_MS = 15_000;
const TELLS_WHY_AFTER_MS = 60_000;
const TAIL_LINES = 40;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a command that takes a while: quietly if it works, with its last lines if it fails. Progress goes to stderr, so
 * that stdout holds only the output of the product's own command. A signal first ends the command with everything it
 * has started: an npm left running would clean up what the next start is installing. If it takes long, the progress
 * says what it `waitsFor`, and since when that is silent.
 */
export async function runTask(title, command, args, { waitsFor, ...options }) {
  const startedAt = Date.now();
  let heardAt = startedAt;
  const since = (time) => `${((Date.now() - time) / 1000).toFixed(0)} s`;
  const seconds = () => since(startedAt);
  sayProblem(`${title}…`);
  let stopping;
  const stop = () => {
    if (!stopping) sayProblem('Stopping…');
    stopping ??= endProcess({ title, pid: child.pid, identity });
  };
  // Before the command starts: a signal in between would end this process alone.
  for (const signal of SIGNALS) process.on(signal, stop);
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const identity = processIdentity(child.pid);
  const ticker = setInterval(() => {
    const isLong = waitsFor && Date.now() - startedAt >= TELLS_WHY_AFTER_MS;
    const reason = isLong ? `, waiting for ${waitsFor}, whose last answer came ${since(heardAt)} ago` : '';
    sayProblem(`  still running after ${seconds()}${reason}`);
  }, STILL_AT_IT_EVERY_MS);
  let output = '';
  const keep = (chunk) => {
    heardAt = Date.now();
    output = (output + chunk).slice(-20_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  try {
    const { code, signal } = await ended(child, title);
    await stopping;
    if (signal || stopping) throw new StartError(`${title}: stopped.`);
    if (code === 0) return sayProblem(`  done in ${seconds()}`);
    sayProblem(output.trimEnd().split('\n').slice(-TAIL_LINES).join('\n'));
    throw new StartError(
      `${title} failed (${command} ${args.join(' ')} ended with ${code}); its last lines are above.`,
    );
  } finally {
    clearInterval(ticker);
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

function ended(child, title) {
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new StartError(`${title} failed: ${error.message}`)));
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
}
