import { startOwnBus } from '@repairline/service-kit/testing/own-bus';
import { until } from '@repairline/service-kit/testing/until';
import { connectBus, isConnected } from './bus';

test('a connection counts as disconnected while it reconnects, and as connected once it is back', async () => {
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
