import { createStreamVersionCache } from './stream-version-cache';

/** A command id with a given fingerprint, the part of the id that is kept. */
const id = (number: number, kept = number) =>
  `0190a1b2-c3d4-7${number.toString(16).padStart(3, '0')}-8000-0000${kept.toString(16).padStart(8, '0')}`;
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
  expect(cache.knows('loan-1')).toBe(false);
});

test('a command whose fingerprint matches one already done makes the version unknown, even by coincidence', () => {
  const cache = createStreamVersionCache();
  cache.seen('loan-1', 1, [id(1, 0xffffffff)]);
  expect(cache.versionFor(to('loan-1', 1, id(2, 0xffffffff)))).toBeUndefined();
  expect(cache.versionFor(to('loan-1', 1, id(1, 0xfffffffe)))).toBe(1);
});

test('an older read does not replace a newer known version', () => {
  const cache = createStreamVersionCache();
  cache.seen('loan-1', 2, [id(1), id(2)]);
  cache.seen('loan-1', 1, [id(1)]);
  expect(cache.versionFor(to('loan-1', 2))).toBe(2);
});

test('a forgotten stream is unknown', () => {
  const cache = createStreamVersionCache();
  cache.seen('loan-1', 1, [id(1)]);
  cache.forget('loan-1');
  expect(cache.versionFor(to('loan-1', 1))).toBeUndefined();
});

test('the least recently used streams are evicted above the size limit, also when known streams grow', () => {
  const cache = createStreamVersionCache(2_000);
  const known = () => [1, 2, 3].filter((loan) => cache.knows(`loan-${loan}`));
  cache.seen('loan-1', 1, [id(1)]);
  cache.seen('loan-2', 1, [id(2)]);
  cache.appended('loan-1', id(3), { from: 1, to: 2 });
  expect(known()).toEqual([1, 2]);
  cache.seen('loan-3', 0, []);
  expect(known()).toEqual([1, 3]);
  for (let version = 0; version < 30; version += 1)
    cache.appended('loan-3', id(version), { from: version, to: version + 1 });
  expect(known()).toEqual([3]);
  const many = Array.from({ length: 60 }, (_, index) => id(index));
  cache.seen('loan-3', many.length, many);
  expect(known()).toEqual([]);
});
