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

test('concurrent calls share one fetch of the token', async () => {
  const calls = answering({ csrfToken: 'one' }, { csrfToken: 'two' });
  const token = createCsrfToken();
  expect(await Promise.all([token.get(), token.get()])).toEqual(['one', 'one']);
  expect(calls()).toBe(1);
});

test('a dropped token is fetched again', async () => {
  answering({ csrfToken: 'one' }, { csrfToken: 'two' });
  const token = createCsrfToken();
  await token.get();
  token.drop();
  expect(await token.get()).toBe('two');
});

test('a failed fetch is logged and yields no token, and the next call fetches again', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  answering(undefined, { csrfToken: 'late' });
  const token = createCsrfToken();
  expect(await token.get()).toBeUndefined();
  expect(String(logged.mock.calls[0]?.[0])).toContain('Failed to fetch CSRF token');
  expect(await token.get()).toBe('late');
  logged.mockRestore();
});

test('a fetch that times out yields no token', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  globalThis.fetch = ((_: string, { signal }: RequestInit) =>
    new Promise((_, fail) => signal?.aborted && fail(signal.reason as Error))) as typeof fetch;
  expect(await createCsrfToken().get()).toBeUndefined();
  logged.mockRestore();
  timeout.mockRestore();
});
