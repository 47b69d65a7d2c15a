import type { SystemStatus } from '@repairline/contracts/status';
import { startTestStack, type TestStack } from '../testing/running-gateway';

describe('GET /api/admin/status', () => {
  let stack: TestStack;
  beforeAll(async () => (stack = await startTestStack()));
  afterAll(() => stack.stop());

  const asked = async (name: string) => {
    const browser = stack.browser();
    await browser.signIn(name);
    return browser.get('/api/admin/status');
  };

  it('shows an Admin how far each service is in its log, and which services do not answer', async () => {
    const { status, body } = await asked('admin');
    const { bus, services } = body as SystemStatus;
    expect({ status, bus }).toEqual({ status: 200, bus: true });
    expect(services.map(({ name, answers, ready }) => ({ name, answers, ready }))).toEqual([
      { name: 'identity', answers: true, ready: true },
      { name: 'repairs', answers: true, ready: true },
      { name: 'billing', answers: true, ready: true },
      { name: 'analytics', answers: false, ready: false },
    ]);
    expect(services[1]?.standing).toEqual({
      ...{ head: 10, relay: null, consumers: [], verification: null },
      views: [{ name: 'device-list', version: 1, state: 'live', position: 9, behindSeconds: 1, deadLetters: 0 }],
    });
  });

  it('is for Admins only and does not extend the sign-in', async () => {
    expect((await asked('member')).status).toBe(403);
    const { extended } = stack.standIns;
    extended.length = 0;
    await asked('admin');
    expect(extended.at(-1)).toBe(false);
  });
});
