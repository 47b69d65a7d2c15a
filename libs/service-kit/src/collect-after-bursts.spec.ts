import { createBurstDetector } from './collect-after-bursts';

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
});
