import { sayProblem } from '../../shared/say.mjs';

/**
 * Does work that notes in `closers` how to end what it has begun, and ends that: when the work is done, when it fails,
 * and as soon as `signal` is aborted, for whose reason it then fails.
 */
export async function untilStopped(signal, work) {
  signal.throwIfAborted();
  const closers = [];
  const stopped = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  // Work that loses its database may fail anywhere, and would end this process before the rest is stopped.
  signal.addEventListener('abort', () => process.on('uncaughtException', () => undefined));
  try {
    await Promise.race([work(closers), stopped]);
  } finally {
    await closeAll(closers);
  }
}

/** Ends what was begun, last first, and goes on after a part that fails to end. */
export async function closeAll(closers) {
  while (closers.length > 0) {
    try {
      await closers.pop()();
    } catch (error) {
      sayProblem(`While stopping: ${error.message}`);
    }
  }
}
