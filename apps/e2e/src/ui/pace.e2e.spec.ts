import type { Page } from '@playwright/test';
import { callsOf, expect, fail, muteLiveUpdates, stopMocking, test } from '../support/ui-journey';

const title = (page: Page) => page.getByRole('heading', { level: 1 });

/**
 * From now on, the clock moves only when told to. The initial leap is far shorter than the silence after which a
 * connection counts as lost.
 */
async function stopClock(page: Page) {
  await page.clock.pauseAt(Date.now() + 10_000);
  await page.clock.runFor(1_000);
}

interface Asked {
  /** By the page's own clock. */
  at: number[];
  /** Minutes after nine o'clock in the answers. */
  minute: number;
}

/** Answers requests for the work session within the page and at once, so that no answer takes time on its clock. */
async function answerSessionCalls(page: Page) {
  await page.addInitScript(() => {
    const asked: Asked = { at: [], minute: 10 };
    const fetched = window.fetch.bind(window);
    window.fetch = (...args) => {
      if (args[0] !== '/api/sessions/current') return fetched(...args);
      asked.at.push(Date.now());
      const startTime = new Date(new Date().setHours(9, asked.minute)).toISOString();
      const session = JSON.stringify({ id: 's', userId: 'u', startTime, endTime: null, createdAt: startTime });
      const answer = { ok: true, headers: new Headers(), text: () => Promise.resolve(session) };
      return Promise.resolve(answer as Response);
    };
    Object.assign(window, { asked });
  });
}
const fetchTimes = (page: Page) => page.evaluate(() => (window as unknown as { asked: Asked }).asked.at);

/** Profile Settings, where only the shell makes calls; notices would trigger others. */
async function openWithStoppedClock(page: Page): Promise<void> {
  await page.clock.install();
  await answerSessionCalls(page);
  await muteLiveUpdates(page);
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: /^User menu/u })).toBeVisible();
  await stopClock(page);
}

test('the device screen fetches the work session at its own interval', async ({ memberPage: page }) => {
  await openWithStoppedClock(page);
  await page.clock.runFor(12_300);
  const [shell = 0] = (await fetchTimes(page)).slice(-1);
  // proves s9.session-poll-device-screen
  await test.step('the screen fetches every 10 s, beside the shell every 5 s', async () => {
    const before = (await fetchTimes(page)).length;
    await page.getByRole('link', { name: 'Devices', exact: true }).click();
    await expect.poll(async () => (await fetchTimes(page)).length).toBe(before + 1);
    const [own = 0] = (await fetchTimes(page)).slice(-1);
    await page.evaluate(() => ((window as unknown as { asked: Asked }).asked.minute = 11));
    await page.clock.runFor(31_000);
    const due = [5, 10, 15, 20, 25, 30].map((seconds) => shell + seconds * 1_000);
    const ownDue = [0, 10, 20, 30].map((seconds) => own + seconds * 1_000);
    const end = await page.evaluate(() => Date.now());
    const later = [shell + 35_000].filter((at) => at <= end);
    expect((await fetchTimes(page)).slice(before)).toEqual([...due, ...later, ...ownDue].sort());
  });
  await test.step('the screen shows the session it fetched', async () => {
    await page.clock.resume();
    await expect(page.getByText(/^Work session since .*9:11/u)).toBeVisible();
  });
});

// proves s7.auth.session-never-cached
test('a screen fetches the work session each time it is opened', async ({ memberPage: page }) => {
  await page.clock.install();
  await answerSessionCalls(page);
  await muteLiveUpdates(page);
  await page.goto('/profile');
  await expect(title(page)).toHaveText('Profile Settings');
  // So that time cannot trigger a call.
  await stopClock(page);
  for (const visit of ['first', 'second']) {
    const before = (await fetchTimes(page)).length;
    await page.getByRole('link', { name: 'Devices', exact: true }).click();
    await expect(title(page)).toHaveText('Device Management');
    await expect.poll(async () => (await fetchTimes(page)).length, visit).toBe(before + 1);
    await page.goBack();
    await expect(title(page)).toHaveText('Profile Settings');
  }
});

test('the shell keeps fetching the work session while the page is hidden', async ({ memberPage: page }) => {
  await openWithStoppedClock(page);
  // proves s9.session-poll-shell
  await test.step('a hidden page fetches it every 5 s', async () => {
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    });
    const before = (await fetchTimes(page)).length;
    await page.clock.runFor(20_000);
    expect((await fetchTimes(page)).slice(before)).toHaveLength(4);
  });
});

test('the current user is fetched again once the answer is five minutes old', async ({ adminPage: page }) => {
  let hear: (() => void) | undefined;
  await page.routeWebSocket('**/ws', (socket) => {
    hear = () => socket.send('{}');
  });
  await page.clock.install();
  await page.goto('/profile');
  await expect(title(page)).toHaveText('Profile Settings');
  await expect.poll(() => hear).toBeDefined();
  await stopClock(page);
  const calls = callsOf(page);
  const asked = () => calls.filter(({ path }) => path === '/api/auth/user').length;
  const wait = async (seconds: number) => {
    // The connection sends nothing of interest, but far more often than needed to count as alive.
    for (let left = seconds; left > 0; left -= 15) {
      hear?.();
      await page.clock.runFor(15_000);
    }
  };
  const goTo = async (link: string, heading: string) => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click();
    await expect(title(page)).toHaveText(heading);
  };
  // proves s9.current-user-cache
  await test.step('navigation within five minutes does not fetch the user', async () => {
    await goTo('Admin', 'Admin Panel');
    await wait(120);
    await goTo('Analytics', 'Analytics Dashboard');
    expect(asked()).toBe(0);
  });
  // proves s9.current-user-cache
  await test.step('the next screen after five minutes fetches the user', async () => {
    await wait(240);
    expect(asked()).toBe(0);
    await goTo('Admin', 'Admin Panel');
    await expect.poll(asked).toBe(1);
    await goTo('Analytics', 'Analytics Dashboard');
    expect(asked()).toBe(1);
  });
});

test('the workbench reports a failed fetch of the repair logs', async ({ memberPage: page }) => {
  await muteLiveUpdates(page);
  await fail(page, '**/api/repair-logs?*', 'GET', 'Away');
  await page.goto('/technician');
  const completed = page.getByRole('region', { name: 'Completed' }).getByRole('alert');
  // proves s8.load.repair-logs
  await test.step('the error states the reason', async () => {
    await expect(completed).toContainText('Failed to fetch repair logs');
    await expect(completed).toContainText('Away');
  });
  await test.step('Retry fetches the logs again', async () => {
    await stopMocking(page);
    await completed.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('group', { name: 'Total Completed' })).toHaveText(/\d+$/u);
  });
});
