import http from 'node:http';
import { createTestDatabase } from '@repairline/postgres/testing/test-database';
import { freePort } from '@repairline/service-kit/testing/free-port';
import { runService, type Composition } from './run-service';

test('a service that is still waiting for NATS is live but not ready, and exits on SIGTERM', async () => {
  const database = await createTestDatabase('billing');
  const port = await freePort();
  const config = {
    LOG_LEVEL: 'silent',
    NATS_CALLS_URL: 'nats://127.0.0.1:1',
    DATABASE_URL: database.url,
    HEALTH_PORT: port,
    HEALTH_HOST: '127.0.0.1',
  };
  const exit = jest.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  const servers = jest.spyOn(http, 'createServer');
  let giveUp: (reason: Error) => void = () => undefined;
  const started = new Promise<void>((begin) => {
    const compose = () => {
      begin();
      return new Promise<Composition>((_, reject) => (giveUp = reject));
    };
    void runService('billing', config, compose);
  });
  await started;
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}/health/${path}`)).status;
  try {
    expect([await statusOf('live'), await statusOf('ready')]).toEqual([200, 503]);
    process.emit('SIGTERM');
    expect(exit).toHaveBeenCalledWith(0);
  } finally {
    giveUp(new Error('the test is over'));
    // Cleans up as the end of the process would have done.
    for (const { value } of servers.mock.results) (value as http.Server).close();
    for (const signal of ['SIGTERM', 'SIGINT']) process.removeAllListeners(signal);
    await database.drop();
    jest.restoreAllMocks();
  }
});
