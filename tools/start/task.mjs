import { spawn } from 'node:child_process';
import { StartError, sayProblem } from './say.mjs';

const STILL_AT_IT_EVERY = 15_000;
const TAIL_LINES = 40;

/**
 * Runs a command that takes a while: quiet when it works, its last lines when it does not. How it goes stands among the
 * problems, so that what a command of the product answers stands alone.
 */
export async function runTask(title, command, args, options) {
  const startedAt = Date.now();
  const seconds = () => `${((Date.now() - startedAt) / 1000).toFixed(0)} s`;
  sayProblem(`${title}…`);
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const forward = () => child.kill('SIGTERM');
  process.on('SIGTERM', forward);
  const ticker = setInterval(() => sayProblem(`  still at it after ${seconds()}`), STILL_AT_IT_EVERY);
  let output = '';
  const keep = (chunk) => (output = (output + chunk).slice(-20_000));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  try {
    const { code, signal } = await ended(child, title);
    if (signal) throw new StartError(`${title}: stopped.`);
    if (code === 0) return sayProblem(`  done in ${seconds()}`);
    sayProblem(output.trimEnd().split('\n').slice(-TAIL_LINES).join('\n'));
    throw new StartError(
      `${title} failed (${command} ${args.join(' ')} ended with ${code}); its last lines are above.`,
    );
  } finally {
    clearInterval(ticker);
    process.off('SIGTERM', forward);
  }
}

function ended(child, title) {
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new StartError(`${title} failed: ${error.message}`)));
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
}
