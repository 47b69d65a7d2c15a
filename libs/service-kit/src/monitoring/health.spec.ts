import type { AddressInfo } from 'node:net';
import { ConfigurationError } from '../configuration-error';
import { Health, serveHealth } from './health';

describe('health', () => {
  async function ask(health: Health, path: string): Promise<{ status: number; body: unknown }> {
    const server = await serveHealth(() => ({ health }), 0);
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    const body: unknown = await answer.json();
    server.close();
    return { status: answer.status, body };
  }

  test('is ready when every check passes', async () => {
    const health = new Health();
    health.register('views', () => ({ ok: true, detail: { behind: 0 } }));
    expect(await ask(health, '/health/ready')).toEqual({
      status: 200,
      body: { ok: true, checks: { views: { ok: true, detail: { behind: 0 } } } },
    });
  });

  test.each([
    ['fails', () => ({ ok: false, detail: { behind: 7 } }), { behind: 7 }],
    ['rejects', () => Promise.reject(new TypeError('password=secret')), 'TypeError'],
    ['throws', throwing, 'TypeError'],
    ['finds a setting wrong', () => Promise.reject(new ConfigurationError('X_URL', 'is wrong')), 'X_URL: is wrong'],
  ])(
    'is not ready but still live when a check %s, and reveals no message of an error but that about a setting',
    async (_how, check, detail) => {
      const health = new Health();
      health.register('views', () => ({ ok: true }));
      health.register('database', check);
      const { status, body } = await ask(health, '/health/ready');
      expect(status).toBe(503);
      expect(body).toEqual({ ok: false, checks: { views: { ok: true }, database: { ok: false, detail } } });
      expect(await ask(health, '/health/live')).toEqual({ status: 200, body: { ok: true } });
    },
  );

  test('answers 404 to any other address', async () => {
    expect((await ask(new Health(), '/anything')).status).toBe(404);
  });
});

function throwing(): never {
  throw new TypeError('password=secret');
}
