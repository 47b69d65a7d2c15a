import { createGroupCommit } from './group-commit';

interface Limits {
  maxItems: number;
  maxWeight: number;
  keyOf?(item: string): string;
}

function setUp(commit: (items: string[]) => Promise<string[]>, limits: Limits = { maxItems: 100, maxWeight: 1_000 }) {
  const groups: string[][] = [];
  const submit = createGroupCommit<string, string>({
    commit(items) {
      groups.push(items);
      return commit(items);
    },
    ...limits,
    weigh: (item) => item.length,
    isFaultOfOne: (error) => error instanceof RangeError,
  });
  return { groups, submit };
}

const done = (items: string[]) => Promise.resolve(items.map((item) => `${item} done`));

function refuseNaughty(items: string[]): Promise<string[]> {
  return items.includes('naughty') ? Promise.reject(new RangeError('naughty')) : done(items);
}

describe('group commit', () => {
  test('items submitted while a group is being committed form the next group, each with its own answer', async () => {
    let finishFirst = () => undefined as void;
    const first = new Promise<void>((resolve) => (finishFirst = resolve));
    let begun = () => undefined as void;
    const underWay = new Promise<void>((resolve) => (begun = resolve));
    const { groups, submit } = setUp(async (items) => {
      begun();
      await first;
      return done(items);
    });
    const one = submit('a');
    await underWay;
    const later = [submit('b'), submit('c')];
    finishFirst();
    expect(await Promise.all([one, ...later])).toEqual(['a done', 'b done', 'c done']);
    expect(groups).toEqual([['a'], ['b', 'c']]);
  });

  test('a group is limited in number and weight; an item above the weight limit is committed alone', async () => {
    const byNumber = setUp(done, { maxItems: 2, maxWeight: 1_000 });
    await Promise.all(['a', 'b', 'c'].map(byNumber.submit));
    expect(byNumber.groups).toEqual([['a', 'b'], ['c']]);
    const byWeight = setUp(done, { maxItems: 100, maxWeight: 4 });
    await Promise.all(['aa', 'bb', 'heavier', 'c'].map(byWeight.submit));
    expect(byWeight.groups).toEqual([['aa', 'bb'], ['heavier'], ['c']]);
  });

  test('items with the same key go into successive groups in order, and hold up no other keys', async () => {
    const { groups, submit } = setUp(done, { maxItems: 3, maxWeight: 1_000, keyOf: (item: string) => item.charAt(0) });
    await Promise.all(['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'd1'].map(submit));
    expect(groups).toEqual([['a1', 'b1', 'c1'], ['a2', 'b2', 'd1'], ['a3']]);
  });

  test('only the item at fault is rejected', async () => {
    const { submit } = setUp(refuseNaughty);
    const results = await Promise.allSettled(['a', 'b', 'naughty', 'c', 'd'].map(submit));
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(await submit('e')).toBe('e done');
  });

  test('a failure that is no item’s fault is not retried and rejects all', async () => {
    const { groups, submit } = setUp(() => Promise.reject(new Error('connection lost')));
    const results = await Promise.allSettled(['a', 'b'].map(submit));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(groups).toHaveLength(1);
  });
});
