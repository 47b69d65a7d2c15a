import { RateLimiter } from './rate-limiter';

test('a token may make a burst of calls and then a steady rate, whatever other tokens do', () => {
  let at = 0;
  const limiter = new RateLimiter({ burst: 3, perSecond: 2 }, () => at);
  const call = (tokenId: string) => {
    try {
      limiter.count(tokenId);
      return 'let in';
    } catch (error) {
      return error;
    }
  };
  expect([call('one'), call('one'), call('one')]).toEqual(['let in', 'let in', 'let in']);
  expect(call('one')).toMatchObject({ code: 'too_many_calls', details: { retryAfter: 1 } });
  expect(call('other')).toBe('let in');
  at += 500;
  expect(call('one')).toBe('let in');
  expect(call('one')).toMatchObject({ code: 'too_many_calls' });
  at += 60_000;
  expect([call('one'), call('one'), call('one')]).toEqual(['let in', 'let in', 'let in']);
});

test('checking the rate limit does not count as a call', () => {
  const limiter = new RateLimiter({ burst: 1, perSecond: 1 }, () => 0);
  for (let time = 0; time < 3; time += 1) expect(() => limiter.check('one')).not.toThrow();
  limiter.count('one');
  expect(() => limiter.check('one')).toThrow('Too many calls');
});

test('a clock that is put back blocks nobody', () => {
  const clock = jest.spyOn(Date, 'now');
  const limiter = new RateLimiter();
  limiter.count('one');
  clock.mockReturnValue(Date.now() - 3_600_000);
  expect(() => limiter.count('one')).not.toThrow();
  jest.restoreAllMocks();
});
