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

/**
 * Runs a command with a signal that Ctrl-C aborts. `work(args, signal)` resolves to the exit code; a failure prints one
 * line and exits with 2.
 */
export async function runCommand(usage, work) {
  const args = process.argv.slice(2);
  const stopping = new AbortController();
  // A second Ctrl-C ends work that ignores the signal.
  for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => stopping.abort(new Error('Stopped.')));
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
