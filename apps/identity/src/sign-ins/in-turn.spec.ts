import { createTurns } from './in-turn';

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
  const inTurn = createTurns(2, 10, full);
  const results = [0, 1, 2, 3].map((index) => inTurn(piece(index)));
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
  const inTurn = createTurns(1, 1, full);
  const [first, second] = [inTurn(piece(0)), inTurn(piece(1))];
  await expect(inTurn(piece(2))).rejects.toThrow('full');
  end(0);
  await first;
  await Promise.resolve();
  end(1);
  expect(await second).toBe(1);
});

test('work that fails frees its place', async () => {
  const inTurn = createTurns(1, 0, full);
  await expect(inTurn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await inTurn(() => Promise.resolve('next'))).toBe('next');
});
