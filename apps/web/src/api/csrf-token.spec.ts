import { createCsrfToken } from './csrf-token';

function answering(...bodies: (object | undefined)[]) {
  let calls = 0;
  globalThis.fetch = (() => {
    const body = bodies[calls];
    calls += 1;
    return Promise.resolve({ ok: body !== undefined, json: () => Promise.resolve(body) });
  }) as unknown as typeof fetch;
  return () => calls;
}

test('the token is fetched once, also when two calls ask at the same time', async () => {
  const calls = answering({ csrfToken: 'one' }, { csrfToken: 'two' });
  const token = createCsrfToken();
  expect(await Promise.all([token.get(), token.get()])).toEqual(['one', 'one']);
  expect(calls()).toBe(1);
});

test('a dropped token is fetched anew', async () => {
  answering({ csrfToken: 'one' }, { csrfToken: 'two' });
  const token = createCsrfToken();
  await token.get();
  token.drop();
  expect(await token.get()).toBe('two');
});

test('without a token the call goes on without it, the problem is logged, and the next call asks again', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  answering(undefined, { csrfToken: 'late' });
  const token = createCsrfToken();
  expect(await token.get()).toBeUndefined();
  expect(String(logged.mock.calls[0]?.[0])).toContain('Failed to fetch CSRF token');
  expect(await token.get()).toBe('late');
  logged.mockRestore();
});

test('a token that is never answered is given up', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  globalThis.fetch = ((_: string, { signal }: RequestInit) =>
    new Promise((_, fail) => signal?.aborted && fail(signal.reason as Error))) as typeof fetch;
  expect(await createCsrfToken().get()).toBeUndefined();
  logged.mockRestore();
  timeout.mockRestore();
});
