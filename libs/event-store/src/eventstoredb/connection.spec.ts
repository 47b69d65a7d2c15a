import { inTime } from './connection';

test('a server that says nothing for 10 s is told apart from a fault of what was asked', async () => {
  jest.useFakeTimers();
  const outcome = inTime(new Promise(() => undefined)).catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(await outcome).toMatchObject({ type: 'timeout', message: 'EventStoreDB has not answered for 10 s' });
  jest.useRealTimers();
});
