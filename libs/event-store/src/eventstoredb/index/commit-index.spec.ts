import { createCommitIndex } from './commit-index';

describe('the commit index', () => {
  const filled = (count: number) => {
    const index = createCommitIndex();
    for (let event = 1; event <= count; event += 1) index.add(event * 10);
    return index;
  };

  test('assigns positions without gaps, however far apart the commits are', () => {
    const index = filled(3_000);
    expect([index.count(), index.last()]).toEqual([3_000, 30_000]);
    expect([1, 1_024, 1_025, 3_000].map((position) => index.commitAt(position))).toEqual([10, 10_240, 10_250, 30_000]);
    expect([10, 10_250, 30_000].map((commit) => index.positionOf(commit))).toEqual([1, 1_025, 3_000]);
    expect([...index.slice(2_999, 5)]).toEqual([29_990, 30_000]);
  });

  test('finds nothing between events, before the first or after the last', () => {
    const index = filled(3);
    expect([5, 15, 31].map((commit) => index.positionOf(commit))).toEqual([undefined, undefined, undefined]);
    expect([0, 4].map((position) => index.commitAt(position))).toEqual([undefined, undefined]);
    expect(createCommitIndex().last()).toBe(-1);
  });

  test('ignores a commit that was added before', () => {
    const index = filled(3);
    expect([index.add(20), index.add(30), index.add(31)]).toEqual([false, false, true]);
    expect(index.count()).toBe(4);
  });
});
