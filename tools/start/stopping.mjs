import { sayProblem } from '../shared/say.mjs';

/** As shells report a program that Ctrl-C has ended. */
const STOPPED = 130;

/**
 * Does work that notes in `closers` how to end what it has begun, and ends that: when the work is done, when it fails,
 * and at Ctrl-C, which aborts `signal`. More signals change nothing: npm passes on what the terminal sends anyway.
 */
export async function untilStopped(work) {
  const closers = [];
  const stopping = new AbortController();
  const stopped = new Promise((resolve) => stopping.signal.addEventListener('abort', () => resolve(STOPPED)));
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => stopping.abort(new Error('Stopped.')));
  let end;
  try {
    end = await Promise.race([work(closers, stopping.signal), stopped]);
    // Work that loses its database may fail anywhere, and would end this process before the rest is stopped.
    if (end === STOPPED) process.on('uncaughtException', () => undefined);
  } finally {
    await closeAll(closers);
  }
  if (end !== STOPPED) return;
  sayProblem('Stopped.');
  process.exit(STOPPED);
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
