import { setImmediate as nextTurn } from 'node:timers/promises';

export interface GroupCommitOptions<Item, Result> {
  /** All or nothing. Results are in the order of the items. */
  commit(items: Item[]): Promise<Result[]>;
  maxItems: number;
  maxWeight: number;
  weigh(item: Item): number;
  /** Items with the same key go into successive groups. */
  keyOf?(item: Item): string;
  /** Whether one item may have caused the failure of its group, of which nothing has taken effect. */
  isFaultOfOne(error: unknown): boolean;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(reason: unknown): void;
}

/** Items submitted while a group is committed form the next one. A group that one item makes fail is split. */
export function createGroupCommit<Item, Result>(options: GroupCommitOptions<Item, Result>) {
  let waiting: Waiting<Item, Result>[] = [];
  let isCommitting = false;

  async function commitAll(): Promise<void> {
    isCommitting = true;
    while (waiting.length > 0) {
      await nextTurn();
      const { group, left } = nextGroup(waiting, options);
      waiting = left;
      await settle(group, options);
    }
    isCommitting = false;
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isCommitting) void commitAll();
    });
}

function nextGroup<Item, Result>(waiting: Waiting<Item, Result>[], options: GroupCommitOptions<Item, Result>) {
  const { maxItems, maxWeight } = options;
  const group: Waiting<Item, Result>[] = [];
  const left: Waiting<Item, Result>[] = [];
  const keys = new Set<string>();
  let weight = 0;
  let isFull = false;
  for (const member of waiting) {
    const key = options.keyOf?.(member.item);
    if (isFull || (key !== undefined && keys.has(key))) {
      left.push(member);
      continue;
    }
    weight += options.weigh(member.item);
    isFull = group.length === maxItems || (group.length > 0 && weight > maxWeight);
    (isFull ? left : group).push(member);
    if (key !== undefined) keys.add(key);
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
    for (const [index, member] of group.entries()) member.resolve(results[index] as Result);
  } catch (error) {
    if (group.length > 1 && options.isFaultOfOne(error)) {
      const middle = Math.ceil(group.length / 2);
      await settle(group.slice(0, middle), options);
      await settle(group.slice(middle), options);
    } else for (const member of group) member.reject(error);
  }
}
