/** Until V8 has compiled what runs often: a log is measured as in a service that has been running for a while. */
const WARM_UP_MS = 6_000;
/** How long a turn runs before it counts: the process has slept since its last one, and its caches hold others' data. */
const LEAD_IN_MS = 60;

/**
 * Warms up, then works whenever `inTurns` says so, for as many milliseconds as it says, and answers how many pieces of
 * work were done in how many milliseconds. Each piece runs repeatedly, all of them concurrently.
 */
export async function takeTurns(works) {
  await workFor(works, WARM_UP_MS);
  process.on('message', (ms) => void turn(works, ms));
  process.send('ready');
}

async function turn(works, ms) {
  await workFor(works, LEAD_IN_MS);
  process.send(await workFor(works, ms));
}

/** Lasts longer if the machine stalls: each piece of work that has begun is completed, and each is done at least once. */
async function workFor(works, ms) {
  const from = performance.now();
  let done = 0;
  await Promise.all(
    works.map(async (work) => {
      do {
        await work();
        done += 1;
      } while (performance.now() - from < ms);
    }),
  );
  return { done, ms: performance.now() - from };
}
