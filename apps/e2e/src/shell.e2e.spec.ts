import type { Page } from '@playwright/test';
import { toast } from './support/devices';
import { expect, test } from './support/journey';
import { createApprovedUser, enterCredentials, newPerson, signInAs, theFirstAdmin } from './support/people';
import { holdRequests, stopMocking } from './support/ui-journey';

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');

async function openUserMenu(page: Page) {
  await page.getByRole('button', { name: /^User menu/u }).click();
  return page.getByRole('menu').locator('..');
}

// proves s2.nav.devices-for-all s2.nav.completed-repairs-for-admin s2.nav.analytics-for-admin
// proves s2.nav.workbench-for-admin s2.nav.admin-for-admin
test('an Admin can navigate to every screen', async ({ page }) => {
  await signInAs(page, theFirstAdmin);
  await expect(navigation(page)).toHaveText(['Devices', 'Completed Repairs', 'Analytics', 'My Workbench', 'Admin']);
  for (const [link, path] of [
    ['Completed Repairs', '/completed-repairs'],
    ['Analytics', '/analytics'],
    ['My Workbench', '/technician'],
    ['Admin', '/admin'],
    ['Devices', '/devices'],
  ] as const) {
    await navigation(page).filter({ hasText: link }).click();
    await expect(page).toHaveURL(path);
    await expect(page.locator('[aria-current="page"]')).toHaveText(link);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('a Member can navigate to Devices only and cannot open the pages for Admins', async ({
  page,
  asAdmin,
  baseURL,
}) => {
  await signInAs(page, await createApprovedUser(asAdmin, baseURL ?? ''));
  // proves s2.nav.devices-for-all s6.nav.completed-repairs-hidden s6.nav.analytics-hidden s6.nav.workbench-hidden
  // proves s6.nav.admin-hidden
  await test.step('the navigation has only Devices', async () => {
    await expect(navigation(page)).toHaveText(['Devices']);
  });
  // proves s2.nav.devices-active-on-root s2.nav.devices-active-on-list s2.nav.devices-active-on-detail
  await test.step('Devices is the active link on its paths', async () => {
    for (const path of ['/', '/devices', '/devices/CB-1']) {
      await page.goto(path);
      await expect(navigation(page)).toHaveAttribute('aria-current', 'page');
    }
    await page.goto('/profile');
    await expect(navigation(page)).not.toHaveAttribute('aria-current', 'page');
  });
  // proves d.roles.analytics-page-member d.roles.admin-page-member
  await test.step('the address of an Admin page shows that the role is missing', async () => {
    for (const path of ['/analytics', '/admin']) {
      await page.goto(path);
      await expect(page.getByText('You need the Admin role to see this page')).toBeVisible();
      await expect(navigation(page)).toHaveText(['Devices']);
    }
  });
});

// proves s2.shell.help-button
test('the user guide explains the product, and Got it! closes it', async ({ page, asAdmin, baseURL }) => {
  await signInAs(page, await createApprovedUser(asAdmin, baseURL ?? ''));
  const help = page.getByRole('button', { name: 'Help' });
  await help.click();
  const guide = page.getByRole('dialog', { name: 'User Guide' });
  // proves s2.guide.sections
  await test.step('the guide has its seven sections', async () => {
    await expect(guide.getByRole('heading', { level: 3 })).toHaveText([
      'Overview',
      'Getting Started',
      'Device Status System',
      'Priority Levels',
      'Repair Logging',
      'Navigation',
      'Tips',
    ]);
  });
  // proves s2.guide.getting-started-add-device s2.guide.getting-started-start-work
  await test.step('the guide explains how to add a device and start work', async () => {
    const start = guide.getByRole('region', { name: 'Getting Started' });
    await expect(start).toContainText("'Add Device' button");
    await expect(start).toContainText('press Start Work');
  });
  // proves s2.guide.admin-only
  await test.step('the guide names what is for Admins only', async () => {
    await expect(guide).toContainText('Analytics, Billing and My Workbench are admin only');
  });
  // proves s2.guide.got-it
  await test.step('Got it! closes the guide and returns the focus', async () => {
    await guide.getByRole('button', { name: 'Got it!' }).click();
    await expect(guide).toBeHidden();
    await expect(help).toBeFocused();
  });
});

// proves s1.staff.track-work-sessions s2.shell.user-menu s6.member.uses-sessions
test('a user starts and ends a work session in the user menu', async ({ page, asAdmin, baseURL }) => {
  const person = await createApprovedUser(asAdmin, baseURL ?? '');
  await signInAs(page, person);
  let menu = await openUserMenu(page);
  // proves s2.user-menu.name-fallback s2.user-menu.email s2.user-menu.role-line
  await test.step("the menu shows the user's email and role", async () => {
    await expect(menu).toContainText(`User${person.email}`);
    await expect(menu).toContainText('Role: Member');
  });
  // proves s2.user-menu.start-session s8.toast.session-started
  await test.step('a work session is started', async () => {
    await menu.getByRole('menuitem', { name: 'Start work session' }).click();
    await expect(toast(page, 'Work session started')).toBeVisible();
    await expect(toast(page, 'Your repair time is now being tracked')).toBeVisible();
  });
  menu = await openUserMenu(page);
  // proves s2.user-menu.session-banner
  await test.step('the menu shows when the work session started', async () => {
    await expect(menu.getByRole('group', { name: 'Active session' })).toContainText(/Started \d{1,2}:\d{2}/u);
  });
  // proves s2.user-menu.end-session s8.toast.session-ended
  await test.step('the work session is ended', async () => {
    await menu.getByRole('menuitem', { name: 'End work session' }).click();
    await expect(toast(page, 'Work session ended')).toBeVisible();
    await expect(toast(page, 'Your session has been saved')).toBeVisible();
    menu = await openUserMenu(page);
    await expect(menu.getByRole('group', { name: 'Active session' })).toBeHidden();
  });
  // proves s8.failure.session-start
  await test.step('a failed start is reported', async () => {
    await page.route('**/api/sessions/start', (route) => route.fulfill({ status: 500, json: { message: 'Away' } }));
    await menu.getByRole('menuitem', { name: 'Start work session' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to start work session' })).toBeVisible();
    await stopMocking(page, '**/api/sessions/start');
  });
  await test.step('nothing can be chosen until it is known whether a session is running', async () => {
    const release = await holdRequests(page, '**/api/sessions/current');
    await page.reload();
    menu = await openUserMenu(page);
    const start = menu.getByRole('menuitem', { name: 'Start work session' });
    await expect(start).toBeDisabled();
    release();
    await expect(start).toBeEnabled();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
  });
  // proves s8.failure.session-end
  await test.step('a failed end is reported', async () => {
    menu = await openUserMenu(page);
    await menu.getByRole('menuitem', { name: 'Start work session' }).click();
    await expect(toast(page, 'Work session started')).toBeVisible();
    await page.route('**/api/sessions/end', (route) => route.fulfill({ status: 500, json: { message: 'Away' } }));
    menu = await openUserMenu(page);
    await menu.getByRole('menuitem', { name: 'End work session' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to end work session' })).toBeVisible();
  });
});

// proves s7.auth.session-only-signed-in s7.auth.session-never-cached
test('the work session is fetched only while signed in, every five seconds', async ({ page, asAdmin, baseURL }) => {
  const asked: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/sessions/current')) asked.push(Date.now());
  });
  const person = await createApprovedUser(asAdmin, baseURL ?? '');
  await enterCredentials(page, newPerson());
  await expect(page.getByText('Account Pending Approval')).toBeVisible();
  expect(asked).toEqual([]);
  await signInAs(page, person);
  // The device screen polls at its own pace.
  await page.goto('/profile');
  asked.length = 0;
  const answer = await page.waitForResponse('**/api/sessions/current');
  expect(answer.headers()['cache-control']).toContain('no-store');
  // proves s9.session-poll-shell
  await test.step('the fetches are about five seconds apart', async () => {
    await expect.poll(() => asked.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(4);
    const gaps = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
    const [, second = 0, third = 0] = gaps;
    for (const gap of [second, third]) {
      expect(gap).toBeGreaterThan(4500);
      expect(gap).toBeLessThan(6500);
    }
  });
});

test.describe('with a controlled clock', () => {
  /**
   * Works for 30 s: once at the beginning and once shortly before the end, so that the check finds the person at work.
   */
  async function workHalfAMinute(page: Page): Promise<void> {
    await page.mouse.move(20, 300);
    await page.clock.runFor(26_000);
    await page.mouse.move(30, 310);
    await page.clock.runFor(4_001);
  }

  // proves s4.reminder.toast
  test('a user who works without a work session is reminded to start one', async ({ page, asAdmin, baseURL }) => {
    test.setTimeout(120_000);
    const person = await createApprovedUser(asAdmin, baseURL ?? '');
    await page.clock.install();
    await signInAs(page, person);
    await expect(page.getByRole('button', { name: /^User menu/u })).toBeVisible();
    await page.waitForResponse('**/api/sessions/current');
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.clock.runFor(31_000);
    const reminder = page.getByText('Start your work session?').first();

    // proves s9.reminder-delay
    await test.step('the reminder shows after 30 s of activity', async () => {
      await page.mouse.move(20, 300);
      await page.clock.runFor(26_000);
      await page.mouse.move(30, 310);
      await page.clock.runFor(3_900);
      await expect(reminder).toBeHidden();
      await page.clock.runFor(101);
      await expect(reminder).toBeVisible();
    });
    // proves s9.reminder-toast-duration
    await test.step('the reminder hides after 8 s', async () => {
      await page.clock.runFor(7_500);
      await expect(reminder).toBeVisible();
      await page.clock.runFor(1_000);
      await expect(reminder).toBeHidden();
    });
    // proves s9.reminder-cooldown
    await test.step('the reminder does not show again for five minutes', async () => {
      for (let round = 0; round < 9; round += 1) {
        await workHalfAMinute(page);
        await expect(reminder).toBeHidden();
      }
      await workHalfAMinute(page);
      await expect(reminder).toBeVisible();
      await page.clock.runFor(301_000);
    });
    // proves s9.reminder-activity-window
    await test.step('the reminder does not show if the last activity is more than 5 s ago', async () => {
      await page.mouse.move(20, 300);
      await page.clock.runFor(24_000);
      await page.mouse.move(30, 310);
      await page.clock.runFor(7_000);
      await expect(reminder).toBeHidden();
      await workHalfAMinute(page);
      await expect(reminder).toBeVisible();
      await page.clock.runFor(301_000);
    });
    // proves s4.reminder.not-when-active
    await test.step('the reminder does not show while a work session runs', async () => {
      await (await openUserMenu(page)).getByRole('menuitem', { name: 'Start work session' }).click();
      await expect(toast(page, 'Work session started')).toBeVisible();
      await page.clock.runFor(40_000);
      await workHalfAMinute(page);
      await expect(reminder).toBeHidden();
    });
  });
});
