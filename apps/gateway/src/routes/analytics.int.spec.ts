import { connect } from 'nats';
import { changeNoticeSubject } from '@repairline/contracts/live';
import { SocketRecorder } from '../testing/socket-recorder';
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

  // proves d.roles.analytics-signed-out d.roles.analytics-member d.roles.analytics-admin
  it('is for Admins only', async () => {
    expect((await asked()).status).toBe(401);
    expect((await asked('member')).status).toBe(403);
    expect((await asked('admin')).status).toBe(200);
  });

  // proves s7.analytics.get s3.analytics.fields
  it('answers the figures, with a null average if nothing has been completed', async () => {
    expect((await asked('admin')).body).toEqual({
      ...{ averageTurnaroundTime: null, completionsPerDay: 0, commonIssues: [], technicianWorkload: [] },
    });
  });

  // proves d.calls.ws-analytics-updated
  it('is announced as changed on /ws', async () => {
    const browser = stack.browser();
    await browser.signIn('admin');
    const heard = new SocketRecorder(browser.openSocket());
    await heard.first('hello');
    const bus = await connect({ servers: stack.bus.url });
    const change = { type: 'analytics_updated', context: 'analytics', at: 1 };
    bus.publish(changeNoticeSubject('analytics'), JSON.stringify({ ...change, after: 0, upTo: 1, changes: [change] }));
    expect(await heard.first('analytics_updated')).toEqual(change);
    heard.socket.terminate();
    await bus.close();
  });

  // proves d.accounts.timer-calls-do-not-extend
  it('does not extend the sign-in, like other calls made by timers', async () => {
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
