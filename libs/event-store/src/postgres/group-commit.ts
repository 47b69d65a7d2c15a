export interface GroupCommitOptions<Item, Result> {
  /** All or nothing; results in the order of the items. At most two run at a time. */
  commit(items: Item[]): Promise<Result[]>;
  maxItems: number;
  maxWeight: number;
  weigh(item: Item): number;
  /**
   * From how many items on, waiting and under way, half of them go while the other half is under way: one half is made
   * ready while the other is stored. Never, where it is not given.
   */
  halveFrom?: number;
  /** Where it is given, items with the same key go one after the other, in their order. */
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
 * Answers a submit function. While enough is under way, what is submitted waits and goes together with the next.
 * When a group fails by the fault of one item, it is split until only the guilty one is rejected.
 */
export function createGroupCommit<Item, Result>(options: GroupCommitOptions<Item, Result>) {
  const { maxItems, halveFrom = Infinity } = options;
  const underWay = new Set<Waiting<Item, Result>[]>();
  let waiting: Waiting<Item, Result>[] = [];
  let isGathering = false;

  function begin(): void {
    isGathering = false;
    while (waiting.length > 0) {
      const busy = [...underWay].flat();
      const all = busy.length + waiting.length;
      const halves = all >= halveFrom;
      if (underWay.size >= (halves ? 2 : 1)) return;
      const limits = { ...options, maxItems: halves ? Math.min(maxItems, Math.ceil(all / 2)) : maxItems };
      const { group, left } = nextGroup(waiting, busy, limits);
      if (group.length === 0) return;
      waiting = left;
      underWay.add(group);
      void settle(group, options).then(() => {
        underWay.delete(group);
        gather();
      });
    }
  }

  /** What is submitted in the same turn of the event loop goes together. */
  function gather(): void {
    if (isGathering) return;
    isGathering = true;
    setImmediate(begin);
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      gather();
    });
}

/** At least one, unless all that wait have the key of one that is busy; who is left keeps its place before later ones. */
function nextGroup<Item, Result>(
  waiting: Waiting<Item, Result>[],
  busy: Waiting<Item, Result>[],
  {
    keyOf,
    weigh,
    maxItems,
    maxWeight,
  }: Pick<GroupCommitOptions<Item, Result>, 'keyOf' | 'weigh' | 'maxItems' | 'maxWeight'>,
) {
  const group: Waiting<Item, Result>[] = [];
  const left: Waiting<Item, Result>[] = [];
  const keys = new Set(keyOf ? busy.map(({ item }) => keyOf(item)) : []);
  let weight = 0;
  for (const [index, member] of waiting.entries()) {
    const key = keyOf?.(member.item);
    if (key !== undefined && keys.has(key)) {
      left.push(member);
      continue;
    }
    weight += weigh(member.item);
    if (group.length === maxItems || (group.length > 0 && weight > maxWeight)) {
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
