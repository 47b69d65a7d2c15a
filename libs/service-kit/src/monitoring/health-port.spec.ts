import { Agent, get, type ClientRequest } from 'node:http';
import { Health } from './health';
import { openHealthPort } from './health-port';
import { freePort } from '../testing/free-port';

/** The answer as text, and whether it came over the same connection as the previous one. */
function ask(
  port: number,
  agent: Agent,
  path = '/health/ready',
): Promise<{ status?: number | undefined; body: string; kept: boolean }> {
  return new Promise((resolve, reject) => {
    const request: ClientRequest = get({ port, path, agent }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => (body += part));
      response.on('end', () => resolve({ status: response.statusCode, body, kept: request.reusedSocket }));
    });
    request.on('error', reject);
  });
}

test('during the start the health port answers 503, afterwards the service’s health, and that it has started, over the same connection', async () => {
  const port = await freePort();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const healthPort = await openHealthPort({ HEALTH_PORT: port, HEALTH_HOST: '127.0.0.1' });
  try {
    const starting = '{"ok":false,"checks":{"start":{"ok":false}}}';
    expect(await ask(port, agent)).toEqual({ status: 503, body: starting, kept: false });
    expect(await ask(port, agent, '/health/started')).toMatchObject({ status: 503 });
    const health = new Health();
    healthPort.setReport({ health });
    expect(await ask(port, agent)).toEqual({ status: 200, body: '{"ok":true,"checks":{}}', kept: true });
    health.register('bus', () => ({ ok: false }));
    expect(await ask(port, agent, '/health/started')).toMatchObject({ status: 200, body: '{"ok":true}' });
  } finally {
    agent.destroy();
    await healthPort.close();
  }
});

test('without a configured health port, reporting health and closing do nothing', async () => {
  const healthPort = await openHealthPort({ HEALTH_HOST: '127.0.0.1' });
  healthPort.setReport({ health: new Health() });
  await expect(healthPort.close()).resolves.toBeUndefined();
});
