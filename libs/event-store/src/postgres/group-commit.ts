export interface GroupCommitOptions<Item, Result> {
  /** All or nothing; results in the order of the items. At most two run at a time. */
  commit(items: Item[]): Promise<Result[]>;
  maxItems: number;
  maxWeight: number;
  weigh(item: Item): number;
  /**
   * From this many items on, waiting and in flight together, a half is sent while the other half is in flight, so one
   * half is prepared while the other is stored. Never if absent.
   */
  halveFrom?: number;
  /** If given, items with the same key go one after the other, in their order. */
  keyOf?(item: Item): string;
  /** Whether a single item may have caused the failure, and nothing of the group has taken effect. */
  isFaultOfOne(error: unknown): boolean;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(reason: unknown): void;
}

/**
 * Creates a submit function. While enough is in flight, submitted items wait and go together in the next group. If one
 * item makes a group fail, the group is split until only that item is rejected.
 */
export function createGroupCommit<Item, Result>(options: GroupCommitOptions<Item, Result>) {
  const { maxItems, halveFrom = Infinity } = options;
  /** An array, since a Set that groups enter and leave would keep them alive (service-kit's README). */
  let underWay: Waiting<Item, Result>[][] = [];
  let waiting: Waiting<Item, Result>[] = [];
  let isGathering = false;

  function begin(): void {
    isGathering = false;
    while (waiting.length > 0) {
      const busy = underWay.flat();
      const all = busy.length + waiting.length;
      const halves = all >= halveFrom;
      if (underWay.length >= (halves ? 2 : 1)) return;
      const limits = { ...options, maxItems: halves ? Math.min(maxItems, Math.ceil(all / 2)) : maxItems };
      const { group, left } = nextGroup(waiting, busy, limits);
      if (group.length === 0) return;
      waiting = left;
      underWay.push(group);
      void settle(group, options).then(() => {
        underWay = underWay.filter((other) => other !== group);
        if (waiting.length > 0) gather();
      });
    }
  }

  /** Items submitted in the same turn of the event loop go together. */
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

/**
 * At least one item, unless every waiting item shares a key with one in flight. Items left over keep their place before
 * later ones.
 */
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
  // What one writer does all the time.
  if (waiting.length === 1 && busy.length === 0) return { group: waiting, left: [] };
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

function settle<Item, Result>(
  group: Waiting<Item, Result>[],
  options: GroupCommitOptions<Item, Result>,
): Promise<void> {
  return options
    .commit(group.map(({ item }) => item))
    .then((results) => answer(group, results))
    .catch((error: unknown) => refuse(group, error, options));
}

function answer<Item, Result>(group: Waiting<Item, Result>[], results: Result[]): void {
  if (results.length !== group.length) throw new Error(`${group.length} items got ${results.length} results`);
  for (const [index, member] of group.entries()) member.resolve(results[index] as Result);
}

async function refuse<Item, Result>(
  group: Waiting<Item, Result>[],
  error: unknown,
  options: GroupCommitOptions<Item, Result>,
): Promise<void> {
  if (group.length === 1 || !options.isFaultOfOne(error)) {
    for (const member of group) member.reject(error);
    return;
  }
  const middle = Math.ceil(group.length / 2);
  await settle(group.slice(0, middle), options);
  await settle(group.slice(middle), options);
}
