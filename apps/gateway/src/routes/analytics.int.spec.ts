import { startTestStack, type TestStack } from '../testing/running-gateway';

describe('GET /api/analytics', () => {
  let stack: TestStack;
  beforeAll(async () => (stack = await startTestStack()));
  afterAll(() => stack.stop());

  const asked = async (name?: string) => {
    const browser = stack.browser();
    if (name) await browser.signIn(name);
    return browser.get('/api/analytics');
  };

  it('is for Admins alone [d.roles.analytics-signed-out d.roles.analytics-member d.roles.analytics-admin]', async () => {
    expect((await asked()).status).toBe(401);
    expect((await asked('member')).status).toBe(403);
    expect((await asked('admin')).status).toBe(200);
  });

  it('has no average while nothing has been completed [s3.analytics.fields]', async () => {
    expect((await asked('admin')).body).toEqual({
      ...{ averageTurnaroundTime: null, completionsPerDay: 0, commonIssues: [], technicianWorkload: [] },
    });
  });

  it('does not keep a sign-in alive, as no call of a timer does [d.accounts.timer-calls-do-not-extend]', async () => {
    const browser = stack.browser();
    await browser.signIn('admin');
    const { extended } = stack.standIns;
    extended.length = 0;
    for (const path of ['analytics', 'recent-activity', 'sessions/current']) await browser.get(`/api/${path}`);
    expect(extended).toEqual([false, false, false]);
    await browser.get('/api/stats');
    expect(extended.at(-1)).toBe(true);
  });
});
