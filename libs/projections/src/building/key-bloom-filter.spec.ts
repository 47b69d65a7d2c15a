import { createKeyBloomFilter } from './key-bloom-filter';

const keys = (prefix: string) => Array.from({ length: 20_000 }, (_, index) => `${prefix}-${index}`);

test('there are no false negatives and fewer than 0.1% false positives', () => {
  const filter = createKeyBloomFilter();
  keys('here').forEach((key) => filter.add(key));
  expect(keys('here').every((key) => filter.mayContain(key))).toBe(true);
  expect(keys('elsewhere').filter((key) => filter.mayContain(key)).length).toBeLessThan(20);
});
