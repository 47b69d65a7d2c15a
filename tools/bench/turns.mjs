import { once } from 'node:events';
import { startWorker } from './workers.mjs';

/** Short enough that a moment in which the machine is slow falls on all of them. */
const TURN_MS = 200;

/**
 * Lets workers that `takeTurns` work one after the other, each for `seconds` in all, in turns whose order is reversed
 * each time. Each is the name, input and flags for `startWorker`.
 * @returns how many pieces of work each did per second
 */
export async function inTurns(root, workers, seconds) {
  const running = [];
  try {
    for (const [name, input, flags] of workers) running.push(await ready(startWorker(root, name, input, { flags })));
    for (let turn = 0; turn < (seconds * 1_000) / TURN_MS; turn += 1) {
      for (const worker of turn % 2 === 0 ? running : running.toReversed()) {
        worker.child.send(TURN_MS);
        const { done, ms } = await heard(worker);
        worker.done += done;
        worker.ms += ms;
      }
    }
    return running.map(({ done, ms }) => ({ rate: (done * 1_000) / ms }));
  } finally {
    for (const { child } of running) child.kill();
    await Promise.allSettled(running.map(({ report }) => report));
  }
}

async function ready(started) {
  const worker = { ...started, done: 0, ms: 0 };
  await heard(worker);
  return worker;
}

/** The worker's next message; rejects if it ends instead. */
async function heard({ child, report }) {
  const ended = report.then(() => {
    throw new Error('A worker ended before its turns did');
  });
  return Promise.race([once(child, 'message').then(([message]) => message), ended]);
}
