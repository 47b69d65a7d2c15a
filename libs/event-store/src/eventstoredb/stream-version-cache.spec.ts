import { createStreamVersionCache } from './stream-version-cache';

const id = (number: number) => `command-${number}`;
const to = (stream: string, expected: number | null, commandId = id(99)) => ({ stream, expected, commandId });

test('a stream is known to appends that expect the version last seen, or any version', () => {
  const cache = createStreamVersionCache();
  cache.seen('loan-1', 2, [id(1), id(2)]);
  expect(cache.versionFor(to('loan-1', 2))).toBe(2);
  expect(cache.versionFor(to('loan-1', null))).toBe(2);
  for (const expected of [0, 1, 3]) expect(cache.versionFor(to('loan-1', expected))).toBeUndefined();
});

test('a stream never seen is at version 0 for an append that expects it new, and otherwise unknown', () => {
  const cache = createStreamVersionCache();
  expect(cache.versionFor(to('loan-1', 0))).toBe(0);
  expect(cache.versionFor(to('loan-1', 1))).toBeUndefined();
  expect(cache.versionFor(to('loan-1', null))).toBeUndefined();
});

test('an append advances the known version and adds its command to those done', () => {
  const cache = createStreamVersionCache();
  cache.seen('loan-1', 1, [id(1)]);
  cache.appended('loan-1', id(2), { from: 1, to: 3 });
  expect(cache.versionFor(to('loan-1', 3))).toBe(3);
  for (const done of [1, 2]) expect(cache.versionFor(to('loan-1', 3, id(done)))).toBeUndefined();
});

test('a first append makes a new stream known', () => {
  const cache = createStreamVersionCache();
  cache.appended('loan-1', id(1), { from: 0, to: 1 });
  expect(cache.versionFor(to('loan-1', 1))).toBe(1);
  expect(cache.versionFor(to('loan-1', 1, id(1)))).toBeUndefined();
});

test('an append behind events that were not seen does not make the stream known', () => {
  const cache = createStreamVersionCache();
  cache.appended('loan-1', id(8), { from: 7, to: 8 });
  for (const expected of [8, null]) expect(cache.versionFor(to('loan-1', expected))).toBeUndefined();
});

test('a read replaces what was known: somebody may have deleted the stream and begun it anew', () => {
  const cache = createStreamVersionCache();
  cache.seen('loan-1', 2, [id(1), id(2)]);
  cache.seen('loan-1', 1, [id(3)]);
  expect(cache.versionFor(to('loan-1', 1, id(1)))).toBe(1);
  expect(cache.versionFor(to('loan-1', 2))).toBeUndefined();
});

test('a forgotten stream is unknown', () => {
  const cache = createStreamVersionCache();
  cache.seen('loan-1', 1, [id(1)]);
  cache.forget('loan-1');
  expect(cache.versionFor(to('loan-1', 1))).toBeUndefined();
});

test('the least recently used streams are forgotten beyond the capacity, also when known streams grow', () => {
  const cache = createStreamVersionCache(5);
  const known = () => [1, 2, 3].filter((loan) => cache.versionFor(to(`loan-${loan}`, null)) !== undefined);
  cache.seen('loan-1', 1, [id(1)]);
  cache.seen('loan-2', 1, [id(2)]);
  cache.appended('loan-1', id(3), { from: 1, to: 2 });
  expect(known()).toEqual([1, 2]);
  cache.seen('loan-3', 0, []);
  expect(known()).toEqual([1, 3]);
  cache.appended('loan-3', id(4), { from: 0, to: 1 });
  cache.appended('loan-3', id(5), { from: 1, to: 2 });
  expect(known()).toEqual([3]);
  cache.seen('loan-3', 6, [1, 2, 3, 4, 5, 6].map(id));
  expect(known()).toEqual([]);
});
