import { startOwnBus } from '@repairline/service-kit/testing/own-bus';
import { connectBus, isConnected } from './bus';
import { until } from './testing/fixture';

test('a connection that is being made anew says so, and when it is back', async () => {
  const first = await startOwnBus();
  const bus = await connectBus(first.url, 'test');
  expect(isConnected(bus)).toBe(true);
  await first.stop();
  await until(async () => !isConnected(bus));
  expect(bus.isClosed()).toBe(false);
  const second = await startOwnBus({ port: first.port });
  await until(async () => isConnected(bus));
  await bus.close();
  expect(isConnected(bus)).toBe(false);
  await second.stop();
});
