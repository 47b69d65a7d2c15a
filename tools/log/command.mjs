import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** What was asked for cannot be: one line, and how the command is used. */
export class UsageError extends Error {}

/** Reads the arguments of a command; unknown ones are told in one line. */
export function readArguments(args, options = {}) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { ...options, help: { type: 'boolean' } } });
  } catch (error) {
    throw new UsageError(error.message.split('. ')[0]);
  }
}

/**
 * Runs a command with a signal that Ctrl-C aborts. `work(args, signal)` answers the exit code; a failure is one line and 2.
 */
export async function runCommand(usage, work) {
  const args = process.argv.slice(2);
  const stopping = new AbortController();
  // The second ends what does not listen.
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
    // What was opened beside what failed would keep the process running.
    process.exit(2);
  }
}
