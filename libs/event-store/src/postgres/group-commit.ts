export interface GroupCommitOptions<Item, Result> {
  /** All or nothing; results in the order of the items. One runs at a time. */
  commit(items: Item[]): Promise<Result[]>;
  maxItems: number;
  maxWeight: number;
  weigh(item: Item): number;
  /** Where it is given, items with the same key go in different groups, in their order. */
  keyOf?(item: Item): string;
  /** Whether a failure may be the fault of a single item, after which nothing of the group has happened. */
  isFaultOfOne(error: unknown): boolean;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(reason: unknown): void;
}

/**
 * Answers a submit function. While one group is under way, what is submitted waits and goes together with the next.
 * When a group fails by the fault of one item, it is split until only the guilty one is rejected.
 */
export function createGroupCommit<Item, Result>(options: GroupCommitOptions<Item, Result>) {
  let waiting: Waiting<Item, Result>[] = [];
  let busy = false;

  async function drain(): Promise<void> {
    busy = true;
    await Promise.resolve();
    while (waiting.length > 0) {
      const { group, left } = nextGroup(waiting, options);
      waiting = left;
      await settle(group, options);
    }
    busy = false;
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!busy) void drain();
    });
}

/** At least one; whoever is left behind keeps its place before those that came later. */
function nextGroup<Item, Result>(waiting: Waiting<Item, Result>[], options: GroupCommitOptions<Item, Result>) {
  const group: Waiting<Item, Result>[] = [];
  const left: Waiting<Item, Result>[] = [];
  const keys = new Set<string>();
  let weight = 0;
  for (const [index, member] of waiting.entries()) {
    const key = options.keyOf?.(member.item);
    if (key !== undefined && keys.has(key)) {
      left.push(member);
      continue;
    }
    weight += options.weigh(member.item);
    if (group.length === options.maxItems || (group.length > 0 && weight > options.maxWeight)) {
      left.push(...waiting.slice(index));
      break;
    }
    if (key !== undefined) keys.add(key);
    group.push(member);
  }
  return { group, left };
}

async function settle<Item, Result>(
  group: Waiting<Item, Result>[],
  options: GroupCommitOptions<Item, Result>,
): Promise<void> {
  try {
    const results = await options.commit(group.map(({ item }) => item));
    if (results.length !== group.length) throw new Error(`${group.length} items got ${results.length} results`);
    group.forEach((member, index) => member.resolve(results[index] as Result));
  } catch (error) {
    if (group.length === 1 || !options.isFaultOfOne(error)) {
      for (const member of group) member.reject(error);
      return;
    }
    const middle = Math.ceil(group.length / 2);
    await settle(group.slice(0, middle), options);
    await settle(group.slice(middle), options);
  }
}
