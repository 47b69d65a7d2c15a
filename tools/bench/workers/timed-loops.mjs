const WARM_UP_MS = 500;

/**
 * Runs each piece of work over and over, all side by side. Nothing of the first half second counts.
 * @returns how many a second were done, and how long each took, in ms
 */
export async function timedLoops(works, seconds) {
  const from = performance.now() + WARM_UP_MS;
  const until = from + seconds * 1_000;
  let done = 0;
  await Promise.all(
    works.map(async (work) => {
      for (let now = performance.now(); now < until; now = performance.now()) {
        await work();
        const ended = performance.now();
        if (now >= from && ended <= until) done += 1;
      }
    }),
  );
  return { rate: done / seconds };
}
