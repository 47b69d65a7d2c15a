import { startTestStack, type TestStack } from '../testing/running-gateway';
import type { Browser } from '../testing/browser';

describe('work sessions', () => {
  let stack: TestStack;
  beforeAll(async () => (stack = await startTestStack()));
  afterAll(() => stack.stop());

  async function signedIn(name: string): Promise<Browser> {
    const browser = stack.browser();
    await browser.signIn(name);
    return browser;
  }
  const start = (browser: Browser) => browser.send('POST', '/api/sessions/start');
  const end = (browser: Browser) => browser.send('POST', '/api/sessions/end');
  const current = (browser: Browser) => browser.get('/api/sessions/current');

  // proves s4.session.start s7.auth.session-start s7.auth.session-current d.calls.creating-201
  it('a start answers 201 with the session, which is then the current one', async () => {
    const browser = await signedIn('starter');
    const { status, body } = await start(browser);
    expect(status).toBe(201);
    expect(body).toMatchObject({ userId: 'starter', startTime: expect.any(String) as string, endTime: null });
    expect(await current(browser)).toMatchObject({ status: 200, body });
  });

  // proves d.calls.session-start-while-running
  it('a start while a session is running answers 200 with that session', async () => {
    const browser = await signedIn('starter');
    await start(browser);
    const { status, body } = await start(browser);
    expect(status).toBe(200);
    expect((await current(browser)).body).toEqual(body);
  });

  // proves s4.session.end s7.auth.session-end d.calls.session-end-answer d.calls.session-null
  it('an end answers 200 with the ended session, and then the current one is null', async () => {
    const browser = await signedIn('ender');
    const started = await start(browser);
    const { status, body } = await end(browser);
    expect(status).toBe(200);
    expect(body).toEqual({ ...started.body, endTime: expect.any(String) as string });
    expect(await current(browser)).toMatchObject({ status: 200, body: null });
  });

  // proves d.calls.session-end-none
  it('an end without a running session answers 409', async () => {
    const { status, body } = await end(await signedIn('idler'));
    expect([status, body.type]).toEqual([409, 'no_work_session']);
  });

  // proves d.roles.sessions-signed-out d.roles.sessions-signed-in
  it('a signed-out person may not read, start or end sessions; a Member and an Admin may', async () => {
    const statuses = async (browser: Browser) => [
      (await current(browser)).status,
      (await start(browser)).status,
      (await end(browser)).status,
    ];
    expect(await statuses(stack.browser())).toEqual([401, 401, 401]);
    expect(await statuses(await signedIn('member'))).toEqual([200, 201, 200]);
    expect(await statuses(await signedIn('admin'))).toEqual([200, 201, 200]);
  });

  it('polling does not extend the sign-in, starting a session does', async () => {
    const browser = await signedIn('poller');
    const { extended } = stack.standIns;
    extended.length = 0;
    await current(browser);
    expect(extended).toEqual([false]);
    await start(browser);
    expect(extended.at(-1)).toBe(true);
  });
});
