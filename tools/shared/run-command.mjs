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
/** As shells report a program that has printed for a reader who left, like `head`. */
const NOBODY_READS = 141;

/** Aborts at Ctrl-C. A second one ends work that ignores that, unless the work `endsInOrder`. */
function abortAtSignals(endsInOrder) {
  const stopping = new AbortController();
  let since;
  const stop = () => {
    const isAnother = since !== undefined && performance.now() - since > SAME_CTRL_C_MS;
    if (isAnother && !endsInOrder) process.exit(ENDED);
    since ??= performance.now();
    stopping.abort(new Error('Stopped.'));
  };
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, stop);
  return stopping;
}

/** Aborts when the output can no longer be written. */
function watchOutput(stopping) {
  const output = {};
  process.stdout.on('error', (error) => {
    output.lost ??= error;
    stopping.abort(error);
  });
  return output;
}

/** Prints what must not get lost. @throws if it cannot be written */
export function print(text) {
  return new Promise((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve())));
}

/** The last line's failure shows only after what follows it. */
async function allWritten(output) {
  await print('');
  if (output.lost) throw output.lost;
}

/**
 * Runs a command with a signal that Ctrl-C aborts, and the loss of the output. `work(args, signal)` resolves to the exit
 * code; a failure prints one line and exits with 2. Work that has to end what it has begun `endsInOrder`.
 */
export async function runCommand(usage, work, { endsInOrder = false } = {}) {
  const args = process.argv.slice(2);
  const stopping = abortAtSignals(endsInOrder);
  const output = watchOutput(stopping);
  try {
    const code = args.includes('--help') ? console.log(usage) : await work(args, stopping.signal);
    if (!code) await allWritten(output);
    process.exitCode = code ?? 0;
  } catch (error) {
    if (output.lost?.code === 'EPIPE') process.exit(NOBODY_READS);
    const hint =
      error instanceof UsageError
        ? ` Usage: ${usage
            .split('\n')
            .find((line) => line.includes('npm run'))
            .trim()}`
        : '';
    const lost = output.lost && `The output could not be written: ${output.lost.message}`;
    const isStopped = stopping.signal.aborted && !lost;
    console.error(lost ?? (isStopped ? 'Stopped.' : `${error.message}${hint}`));
    // Anything still open would keep the process running.
    process.exit(isStopped ? ENDED : 2);
  }
}
