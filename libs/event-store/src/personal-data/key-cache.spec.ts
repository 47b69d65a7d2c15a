import { createKeyCache } from './key-cache';

const key = (keyId: string) => ({ keyId, key: Buffer.from(keyId) });

describe('the key cache', () => {
  test('finds a key by its id and by its subject', () => {
    const cache = createKeyCache(2);
    cache.add(cache.ticket(), 'device-1', key('a'));
    expect(cache.byId('a')).toEqual(key('a'));
    expect(cache.bySubject('device-1')).toEqual(key('a'));
    expect(cache.bySubject('device-2')).toBeUndefined();
  });

  test('evicts the least recently used key', () => {
    const cache = createKeyCache(2);
    cache.add(cache.ticket(), 'device-1', key('a'));
    cache.add(cache.ticket(), 'device-2', key('b'));
    cache.byId('a');
    cache.add(cache.ticket(), 'device-3', key('c'));
    expect([cache.byId('a'), cache.byId('b'), cache.byId('c')]).toEqual([key('a'), undefined, key('c')]);
    expect(cache.bySubject('device-2')).toBeUndefined();
  });

  test('forgets a key after a minute', () => {
    let now = 0;
    const cache = createKeyCache(2, () => now);
    cache.add(cache.ticket(), 'device-1', key('a'));
    now = 60_000;
    expect(cache.byId('a')).toEqual(key('a'));
    now = 60_001;
    expect(cache.byId('a')).toBeUndefined();
  });

  test('forgets a key after a minute even if the system clock was set back', () => {
    jest.useFakeTimers();
    try {
      const cache = createKeyCache(2);
      cache.add(cache.ticket(), 'device-1', key('a'));
      jest.advanceTimersByTime(60_001);
      jest.setSystemTime(0);
      expect(cache.byId('a')).toBeUndefined();
    } finally {
      jest.useRealTimers();
    }
  });

  test('does not accept a key that was read before its erasure', () => {
    const cache = createKeyCache(2);
    const ticket = cache.ticket();
    cache.drop('a');
    cache.add(ticket, 'device-1', key('a'));
    expect(cache.byId('a')).toBeUndefined();
  });

  test('keeps the new key of an erased subject when the old one is dropped again', () => {
    const cache = createKeyCache(2);
    cache.add(cache.ticket(), 'device-1', key('a'));
    cache.add(cache.ticket(), 'device-1', key('b'));
    cache.drop('a');
    expect(cache.bySubject('device-1')).toEqual(key('b'));
    cache.dropSubject('device-1');
    expect(cache.bySubject('device-1')).toBeUndefined();
  });
});
