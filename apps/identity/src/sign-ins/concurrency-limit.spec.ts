import { createConcurrencyLimit } from './concurrency-limit';

/** Work that ends on demand, with a record of what has begun. */
function pieces() {
  const begun: number[] = [];
  const ends = new Map<number, () => void>();
  const piece = (index: number) => () => {
    begun.push(index);
    return new Promise<number>((resolve) => ends.set(index, () => resolve(index)));
  };
  return { begun, piece, end: (index: number) => ends.get(index)?.() };
}

const full = () => new Error('full');

test('no more than the limit run at once, and the others follow in order', async () => {
  const { begun, piece, end } = pieces();
  const limited = createConcurrencyLimit(2, 10, full);
  const results = [0, 1, 2, 3].map((index) => limited(piece(index)));
  expect(begun).toEqual([0, 1]);
  end(1);
  await results[1];
  await Promise.resolve();
  expect(begun).toEqual([0, 1, 2]);
  end(0);
  await results[0];
  await Promise.resolve();
  expect(begun).toEqual([0, 1, 2, 3]);
  end(2);
  end(3);
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3]);
});

test('work is rejected when too many are waiting', async () => {
  const { piece, end } = pieces();
  const limited = createConcurrencyLimit(1, 1, full);
  const [first, second] = [limited(piece(0)), limited(piece(1))];
  await expect(limited(piece(2))).rejects.toThrow('full');
  end(0);
  await first;
  await Promise.resolve();
  end(1);
  expect(await second).toBe(1);
});

test('work that fails frees its place', async () => {
  const limited = createConcurrencyLimit(1, 0, full);
  await expect(limited(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await limited(() => Promise.resolve('next'))).toBe('next');
});
