/**
 * Results in the order of the items, of which so many are at work at once. Items of the same key never are: they go one
 * after the other, in their order.
 */
export async function inTurn<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  keyOf: (item: Item) => string,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const lastOf = new Map<string, Promise<unknown>>();
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) {
      const key = keyOf(item);
      const earlier = lastOf.get(key) ?? Promise.resolve();
      const result = earlier.then(() => work(item, index));
      lastOf.set(key, result);
      results[index] = await result;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
