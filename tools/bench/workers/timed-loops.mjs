/** Until V8 has compiled what runs often: a log is measured as in a service that has been running for a while. */
const WARM_UP_MS = 3_000;

/**
 * Runs each piece of work repeatedly, all of them concurrently, and for longer if the machine stalls so that none has
 * been done in time. Nothing during the warm-up counts.
 * @returns how many were done per second
 */
export async function timedLoops(works, seconds) {
  const from = performance.now() + WARM_UP_MS;
  const until = from + seconds * 1_000;
  let [done, last] = [0, until];
  await Promise.all(
    works.map(async (work) => {
      for (let now = performance.now(); now < until || done === 0; now = performance.now()) {
        await work();
        const ended = performance.now();
        if (now < from || (ended > until && done > 0)) continue;
        done += 1;
        last = Math.max(last, ended);
      }
    }),
  );
  return { rate: (done * 1_000) / (last - from) };
}
