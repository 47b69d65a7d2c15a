/**
 * Works on up to `atOnce` items at a time and returns the results in the order of the items. Items with the same key
 * run one after the other, in their order. After a failure no further item is started.
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  keyOf: (item: Item) => string,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const lastOf = new Map<string, Promise<unknown>>();
  const queue = items.entries();
  let hasFailed = false;
  const worker = async () => {
    for (const [index, item] of queue) {
      if (hasFailed) return;
      const key = keyOf(item);
      const earlier = lastOf.get(key) ?? Promise.resolve();
      const result = earlier.then(() => work(item, index));
      lastOf.set(key, result);
      results[index] = await result;
    }
  };
  const workers = Array.from({ length: atOnce }, () =>
    worker().catch((error: unknown) => {
      hasFailed = true;
      throw error;
    }),
  );
  await Promise.all(workers);
  return results;
}
