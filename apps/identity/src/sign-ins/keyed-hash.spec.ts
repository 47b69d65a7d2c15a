import { keyedHash } from './keyed-hash';

const key = Buffer.alloc(32, 1);

test('the same parts give the same id only with the same key and purpose', () => {
  const ids = keyedHash(key, 'user ids');
  const id = ids.uuid('ada@school.example');
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u);
  expect(keyedHash(key, 'user ids').uuid('ada@school.example')).toBe(id);
  const others = [
    ids.uuid('bob@school.example'),
    keyedHash(key, 'throttle').uuid('ada@school.example'),
    keyedHash(Buffer.alloc(32, 2), 'user ids').uuid('ada@school.example'),
  ];
  expect(new Set([id, ...others]).size).toBe(4);
});

test('the boundary between parts matters to the hash', () => {
  const names = keyedHash(key, 'throttle');
  expect(names.hex('a', 'bc')).not.toBe(names.hex('ab', 'c'));
});
