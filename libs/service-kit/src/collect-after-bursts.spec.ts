import { createBurstDetector, collectAfterBursts } from './collect-after-bursts';

const MB = 1024 ** 2;
const at = (megabytes: number, busy = 0) => ({ heapTotal: megabytes * MB, busy });

describe('garbage collection after a burst', () => {
  test('is due once after each burst, and not while the process is busy', () => {
    const due = createBurstDetector();
    expect([at(20), at(200, 0.9), at(200), at(60), at(60), at(62)].map(due)).toEqual([
      false,
      false,
      true,
      false,
      false,
      false,
    ]);
    expect([at(150, 0.5), at(150)].map(due)).toEqual([false, true]);
  });

  test('shrinks the heap of a process that has become idle', async () => {
    const empty = process.memoryUsage().heapUsed;
    let garbage: unknown[] | null = Array.from({ length: 400_000 }, (_, index) => ({ index, text: `entry ${index}` }));
    expect(garbage).toHaveLength(400_000);
    const before = process.memoryUsage().heapUsed;
    const garbageLeft = () => (process.memoryUsage().heapUsed - empty) / (before - empty);
    expect(before).toBeGreaterThan(empty);
    garbage = null;
    const stop = collectAfterBursts(50);
    while (garbageLeft() > 0.2) await new Promise((resolve) => setTimeout(resolve, 20));
    stop();
    expect(garbageLeft()).toBeLessThan(0.2);
  });
});
