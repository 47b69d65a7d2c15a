import { createKeySieve } from './key-sieve';

const keys = (prefix: string) => Array.from({ length: 20_000 }, (_, index) => `${prefix}-${index}`);

test('there are no false negatives and fewer than 0.1% false positives', () => {
  const sieve = createKeySieve();
  keys('here').forEach((key) => sieve.add(key));
  expect(keys('here').every((key) => sieve.mayHold(key))).toBe(true);
  expect(keys('elsewhere').filter((key) => sieve.mayHold(key)).length).toBeLessThan(20);
});
