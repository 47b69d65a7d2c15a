import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOK_EVERY_MS = 5_000;
/** A heap that is not worth the work. */
const SMALL_BYTES = 32 * 1024 ** 2;
/** Of one core, over the last stretch between two looks. */
const AT_REST = 0.05;

type Look = { heapTotal: number; busy: number };

/**
 * V8 collects when a program allocates: one that has fallen idle after a burst keeps what the burst needed. This looks
 * now and then, and has the garbage collected once after each burst, while there is nothing else to do.
 * @returns how to stop
 */
export function spareMemory(everyMs = LOOK_EVERY_MS): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const due = afterEachBurst();
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

/** Whether a look finds a process at rest whose heap has grown since it was last collected at rest. */
export function afterEachBurst(): (look: Look) => boolean {
  let kept = SMALL_BYTES;
  let collected = false;
  return ({ heapTotal, busy }) => {
    // The look after a collection says what the process really needs.
    if (collected) kept = Math.max(SMALL_BYTES, heapTotal);
    collected = busy < AT_REST && heapTotal > kept * 1.2;
    return collected;
  };
}
