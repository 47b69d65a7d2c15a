import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOK_EVERY_MS = 5_000;
/** Smaller heaps are not worth collecting. */
const SMALL_BYTES = 32 * 1024 ** 2;
/** Share of one core since the last look. */
const AT_REST = 0.05;

type Look = { heapTotal: number; busy: number };

/**
 * V8 collects garbage when a program allocates, so one that falls idle after a burst keeps what the burst needed. This
 * looks every `everyMs`, and once after each burst, when there is nothing else to do, has the garbage collected.
 * @returns a function that stops it
 */
export function collectAfterBursts(everyMs = LOOK_EVERY_MS): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const due = createBurstDetector();
  let cpu = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(cpu);
    const busy = (user + system) / 1_000 / everyMs;
    if (due({ heapTotal: process.memoryUsage().heapTotal, busy })) collect();
    cpu = process.cpuUsage();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Whether a look finds the process idle with a heap that has grown since the last collection at rest. */
export function createBurstDetector(): (look: Look) => boolean {
  let kept = SMALL_BYTES;
  let collected = false;
  return ({ heapTotal, busy }) => {
    // The look after a collection shows what the process really needs.
    if (collected) kept = Math.max(SMALL_BYTES, heapTotal);
    collected = busy < AT_REST && heapTotal > kept * 1.2;
    return collected;
  };
}
