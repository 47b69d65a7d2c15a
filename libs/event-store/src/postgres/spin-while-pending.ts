/** On a slower disk the gain would be small. */
const LONGEST_MS = 1;

/**
 * Keeps the event loop from sleeping until the work is done, for a millisecond at most. Waking up for an answer takes a
 * quarter of the time in which the database stores one event, and there is nothing else to do.
 */
export function spinWhilePending(work: Promise<unknown>): void {
  const until = performance.now() + LONGEST_MS;
  let isDone = false;
  const done = () => void (isDone = true);
  work.then(done, done);
  const look = () => {
    if (!isDone && performance.now() < until) setImmediate(look);
  };
  look();
}
