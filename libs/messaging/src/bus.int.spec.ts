import { connect } from 'nats';
import { natsOptions } from '@repairline/service-kit/bus/nats-options';
import { startOwnBus } from '@repairline/service-kit/testing/own-bus';
import { until } from '@repairline/service-kit/testing/until';
import { busHealth, connectBus, isConnected } from './bus';

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

test('a bus that is to be encrypted is not spoken to in plain text', async () => {
  const { url, stop } = await startOwnBus();
  const options = natsOptions(url.replace('nats:', 'tls:'), 'test');
  await expect(connect({ ...options, waitOnFirstConnect: false, reconnect: false })).rejects.toMatchObject({
    code: 'SERVER_OPT_NA',
  });
  await stop();
});

describe('the health of the bus', () => {
  test('is bad while JetStream does not answer, although everything else does', async () => {
    const server = await startOwnBus({ jetStream: false });
    const [bus, jetStream] = [await connectBus(server.url, 'test'), await connectBus(server.url, 'stand-in')];
    jetStream.subscribe('$JS.API.INFO', { callback: () => undefined });
    await jetStream.flush();
    expect(await busHealth(bus)()).toEqual({ ok: false });
    await Promise.all([bus.close(), jetStream.close()]);
    await server.stop();
  });

  test('is bad without JetStream, and if what is written is not taken in', async () => {
    const [without, server] = [await startOwnBus({ jetStream: false }), await startOwnBus()];
    const [bare, bus] = [await connectBus(without.url, 'test'), await connectBus(server.url, 'test')];
    expect(await busHealth(bare)()).toEqual({ ok: false });
    expect(await busHealth(bus)()).toEqual({ ok: true });
    expect(await busHealth(bus, async () => false)()).toEqual({ ok: false });
    await Promise.all([bare.close(), bus.close()]);
    await Promise.all([without.stop(), server.stop()]);
  });

  test('is found out once, however often somebody wants to know it', async () => {
    const server = await startOwnBus();
    const bus = await connectBus(server.url, 'test');
    let writes = 0;
    const health = busHealth(bus, async () => (writes += 1) > 0);
    await Promise.all([health(), health()]);
    await health();
    expect(writes).toBe(1);
    await bus.close();
    await server.stop();
    expect(await health()).toEqual({ ok: false });
  });
});
