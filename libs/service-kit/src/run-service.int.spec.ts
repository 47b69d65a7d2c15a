import { createServer, type AddressInfo } from 'node:net';
import { createLogger } from './logger';
import { runService, type Composition } from './run-service';
import { createTestDatabase } from './testing/test-database';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('a service that waits for the bus is alive and not ready, and ends at a signal', async () => {
  const database = await createTestDatabase('billing');
  const port = await freePort();
  const config = {
    NATS_URL: 'nats://127.0.0.1:1',
    DATABASE_URL: database.url,
    HEALTH_PORT: port,
    HEALTH_HOST: '127.0.0.1',
  };
  const exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  let giveUp: (reason: Error) => void = () => undefined;
  const started = new Promise<void>((begin) => {
    const compose = () => {
      begin();
      return new Promise<Composition>((_, reject) => (giveUp = reject));
    };
    void runService('billing', config, createLogger('billing', 'silent'), compose);
  });
  await started;
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}/health/${path}`)).status;
  try {
    expect([await statusOf('live'), await statusOf('ready')]).toEqual([200, 503]);
    process.emit('SIGTERM');
    expect(exit).toHaveBeenCalledWith(0);
  } finally {
    giveUp(new Error('the test is over'));
    await database.drop();
    jest.restoreAllMocks();
  }
});
