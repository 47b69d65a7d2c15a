import { mapConcurrently } from './map-concurrently';

test('results come in the order of the items, and no more than the limit run at once', async () => {
  let atWork = 0;
  let most = 0;
  const items = Array.from({ length: 20 }, (_, index) => index);
  const results = await mapConcurrently(items, 4, String, async (item) => {
    atWork += 1;
    most = Math.max(most, atWork);
    for (let pause = item % 3; pause >= 0; pause -= 1) await Promise.resolve();
    atWork -= 1;
    return item * 10;
  });
  expect(results).toEqual(items.map((item) => item * 10));
  expect(most).toBe(4);
});

test('items with the same key run one after another in their order, others beside them', async () => {
  const log: string[] = [];
  await mapConcurrently(
    ['a1', 'b1', 'a2', 'a3'],
    4,
    (item) => item.charAt(0),
    async (item) => {
      log.push(`${item} begins`);
      await new Promise(setImmediate);
      log.push(`${item} ends`);
    },
  );
  const ofA = log.filter((line) => line.startsWith('a'));
  expect(ofA).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends', 'a3 begins', 'a3 ends']);
  expect(log.indexOf('b1 begins')).toBeLessThan(log.indexOf('a1 ends'));
});

test('a failure rejects the whole run', async () => {
  const work = (item: number) => (item === 2 ? Promise.reject(new Error('no')) : Promise.resolve(item));
  await expect(mapConcurrently([1, 2, 3], 2, String, work)).rejects.toThrow('no');
});

test('after a failure no further item is started', async () => {
  const begun: number[] = [];
  const work = async (item: number) => {
    begun.push(item);
    await new Promise(setImmediate);
    if (item === 1) throw new Error('no');
  };
  await expect(mapConcurrently([1, 2, 3, 4, 5, 6], 2, String, work)).rejects.toThrow('no');
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  expect(begun).toEqual([1, 2]);
});
