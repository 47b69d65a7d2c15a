import { GCProfiler, setFlagsFromString, type HeapSpaceStatistics } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * How many bytes the collections of the young generation move to the old one during the work, because two of them in a
 * row found these held, even if only by garbage. It begins with full collections, so that what came before hardly counts.
 */
export async function promotedBytes(work: () => Promise<unknown>): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collectEverything = runInNewContext('gc') as () => void;
  for (let round = 0; round < 2; round += 1) collectEverything();
  const profiler = new GCProfiler();
  profiler.start();
  await work();
  const { statistics } = profiler.stop();
  return statistics
    .filter(({ gcType }) => gcType === 'Scavenge')
    .reduce((sum, { beforeGC, afterGC }) => sum + oldBytes(afterGC) - oldBytes(beforeGC), 0);
}

function oldBytes({ heapSpaceStatistics: spaces }: { heapSpaceStatistics: HeapSpaceStatistics[] }): number {
  const old = spaces.filter(({ spaceName }) => /^(old|large_object)_space$/u.test(spaceName));
  return old.reduce((sum, { spaceUsedSize }) => sum + spaceUsedSize, 0);
}
