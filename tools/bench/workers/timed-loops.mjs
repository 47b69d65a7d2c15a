const WARM_UP_MS = 500;

/**
 * Runs each piece of work over and over, all side by side, and for longer where the machine stands still until then. Nothing of
 * the first half second counts.
 * @returns how many a second were done
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
