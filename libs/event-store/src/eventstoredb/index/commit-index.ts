const FIRST_CAPACITY = 1_024;

/**
 * Maps the service's events to their commit positions in EventStoreDB: position 1 is the service's first event, and so
 * on without gaps, whatever else that log holds. Every process counts the same events in the same order, so all agree.
 * 8 bytes per event.
 */
export interface CommitIndex {
  count(): number;
  /** Commit position of the newest known event; -1 if there is none. */
  last(): number;
  /** Expects commit positions in rising order; a known one changes nothing. @returns whether it was new */
  add: (commit: number) => boolean;
  commitAt(position: number): number | undefined;
  positionOf(commit: number): number | undefined;
  /** Commit positions of up to `size` events, starting at position `from`. */
  slice(from: number, size: number): Float64Array;
}

export function createCommitIndex(): CommitIndex {
  let commits = new Float64Array(FIRST_CAPACITY);
  let count = 0;
  const last = () => (count === 0 ? -1 : (commits[count - 1] ?? -1));

  return {
    count: () => count,
    last,
    add(commit) {
      if (commit <= last()) return false;
      if (count === commits.length) {
        const larger = new Float64Array(commits.length * 2);
        larger.set(commits);
        commits = larger;
      }
      commits[count] = commit;
      count += 1;
      return true;
    },
    commitAt: (position) => (position >= 1 && position <= count ? commits[position - 1] : undefined),
    positionOf(commit) {
      let [low, high] = [0, count];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((commits[middle] ?? 0) < commit) low = middle + 1;
        else high = middle;
      }
      return low < count && commits[low] === commit ? low + 1 : undefined;
    },
    slice: (from, size) => commits.slice(from - 1, Math.min(from - 1 + size, count)),
  };
}
