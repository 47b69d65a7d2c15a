import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A wrong use of the command: prints one line, and the usage. */
export class UsageError extends Error {}

/** Reads a command's arguments; reports unknown ones in one line. */
export function readArguments(args, options = {}) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { ...options, help: { type: 'boolean' } } });
  } catch (error) {
    // Node's further sentences come after a space or on lines of their own.
    const [problem] = error.message.split(/\.\s/);
    throw new UsageError(`${problem}.`);
  }
}

/** npm passes on the signal of a Ctrl-C that the terminal has sent already. */
const SAME_CTRL_C_MS = 1_000;
/** As shells report a program that Ctrl-C has ended. */
const ENDED = 130;

/** Aborts at Ctrl-C. A second one ends work that ignores that. */
function abortAtSignals() {
  const stopping = new AbortController();
  let since;
  const stop = () => {
    if (since !== undefined && performance.now() - since > SAME_CTRL_C_MS) process.exit(ENDED);
    since ??= performance.now();
    stopping.abort(new Error('Stopped.'));
  };
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, stop);
  return stopping;
}

/**
 * Runs a command with a signal that Ctrl-C aborts. `work(args, signal)` resolves to the exit code; a failure prints one
 * line and exits with 2.
 */
export async function runCommand(usage, work) {
  const args = process.argv.slice(2);
  const stopping = abortAtSignals();
  if (args.includes('--help')) {
    console.log(usage);
    return;
  }
  try {
    process.exitCode = (await work(args, stopping.signal)) ?? 0;
  } catch (error) {
    const hint =
      error instanceof UsageError
        ? ` Usage: ${usage
            .split('\n')
            .find((line) => line.includes('npm run'))
            .trim()}`
        : '';
    console.error(`${stopping.signal.aborted ? 'Stopped.' : error.message}${hint}`);
    // Anything still open would keep the process running.
    process.exit(2);
  }
}
