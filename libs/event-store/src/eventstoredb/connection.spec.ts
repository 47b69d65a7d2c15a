import { withTimeout } from './connection';

test('a request that gets no answer for 10 s fails with an error of type timeout', async () => {
  jest.useFakeTimers();
  const outcome = withTimeout(new Promise(() => undefined)).catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(await outcome).toMatchObject({ type: 'timeout', message: 'EventStoreDB has not answered for 10 s' });
  jest.useRealTimers();
});
