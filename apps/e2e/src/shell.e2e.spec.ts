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

test('an Admin can navigate to every screen [s2.nav.devices-for-all s2.nav.completed-repairs-for-admin s2.nav.analytics-for-admin s2.nav.workbench-for-admin s2.nav.admin-for-admin]', async ({
  page,
}) => {
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
  await test.step('the navigation has only Devices [s2.nav.devices-for-all s6.nav.completed-repairs-hidden s6.nav.analytics-hidden s6.nav.workbench-hidden s6.nav.admin-hidden]', async () => {
    await expect(navigation(page)).toHaveText(['Devices']);
  });
  await test.step('Devices is the active link on its paths [s2.nav.devices-active-on-root s2.nav.devices-active-on-list s2.nav.devices-active-on-detail]', async () => {
    for (const path of ['/', '/devices', '/devices/CB-1']) {
      await page.goto(path);
      await expect(navigation(page)).toHaveAttribute('aria-current', 'page');
    }
    await page.goto('/profile');
    await expect(navigation(page)).not.toHaveAttribute('aria-current', 'page');
  });
  await test.step('the address of an Admin page shows that the role is missing [d.roles.analytics-page-member d.roles.admin-page-member]', async () => {
    for (const path of ['/analytics', '/admin']) {
      await page.goto(path);
      await expect(page.getByText('You need the Admin role to see this page')).toBeVisible();
      await expect(navigation(page)).toHaveText(['Devices']);
    }
  });
});

test('the user guide explains the product, and Got it! closes it [s2.shell.help-button]', async ({
  page,
  asAdmin,
  baseURL,
}) => {
  await signInAs(page, await createApprovedUser(asAdmin, baseURL ?? ''));
  const help = page.getByRole('button', { name: 'Help' });
  await help.click();
  const guide = page.getByRole('dialog', { name: 'User Guide' });
  await test.step('the guide has its seven sections [s2.guide.sections]', async () => {
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
  await test.step('the guide explains how to add a device and start work [s2.guide.getting-started-add-device s2.guide.getting-started-start-work]', async () => {
    const start = guide.getByRole('region', { name: 'Getting Started' });
    await expect(start).toContainText("'Add Device' button");
    await expect(start).toContainText('press Start Work');
  });
  await test.step('the guide names what is for Admins only [s2.guide.admin-only]', async () => {
    await expect(guide).toContainText('Analytics, Billing and My Workbench are admin only');
  });
  await test.step('Got it! closes the guide and returns the focus [s2.guide.got-it]', async () => {
    await guide.getByRole('button', { name: 'Got it!' }).click();
    await expect(guide).toBeHidden();
    await expect(help).toBeFocused();
  });
});

test('a user starts and ends a work session in the user menu [s1.staff.track-work-sessions s2.shell.user-menu s6.member.uses-sessions]', async ({
  page,
  asAdmin,
  baseURL,
}) => {
  const person = await createApprovedUser(asAdmin, baseURL ?? '');
  await signInAs(page, person);
  let menu = await openUserMenu(page);
  await test.step("the menu shows the user's email and role [s2.user-menu.name-fallback s2.user-menu.email s2.user-menu.role-line]", async () => {
    await expect(menu).toContainText(`User${person.email}`);
    await expect(menu).toContainText('Role: Member');
  });
  await test.step('a work session is started [s2.user-menu.start-session s8.toast.session-started]', async () => {
    await menu.getByRole('menuitem', { name: 'Start work session' }).click();
    await expect(toast(page, 'Work session started')).toBeVisible();
    await expect(toast(page, 'Your repair time is now being tracked')).toBeVisible();
  });
  menu = await openUserMenu(page);
  await test.step('the menu shows when the work session started [s2.user-menu.session-banner]', async () => {
    await expect(menu.getByRole('group', { name: 'Active session' })).toContainText(/Started \d{1,2}:\d{2}/u);
  });
  await test.step('the work session is ended [s2.user-menu.end-session s8.toast.session-ended]', async () => {
    await menu.getByRole('menuitem', { name: 'End work session' }).click();
    await expect(toast(page, 'Work session ended')).toBeVisible();
    await expect(toast(page, 'Your session has been saved')).toBeVisible();
    menu = await openUserMenu(page);
    await expect(menu.getByRole('group', { name: 'Active session' })).toBeHidden();
  });
  await test.step('a failed start is reported [s8.failure.session-start]', async () => {
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
  await test.step('a failed end is reported [s8.failure.session-end]', async () => {
    menu = await openUserMenu(page);
    await menu.getByRole('menuitem', { name: 'Start work session' }).click();
    await expect(toast(page, 'Work session started')).toBeVisible();
    await page.route('**/api/sessions/end', (route) => route.fulfill({ status: 500, json: { message: 'Away' } }));
    menu = await openUserMenu(page);
    await menu.getByRole('menuitem', { name: 'End work session' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to end work session' })).toBeVisible();
  });
});

test('the work session is fetched only while signed in, every five seconds [s7.auth.session-only-signed-in s7.auth.session-never-cached]', async ({
  page,
  asAdmin,
  baseURL,
}) => {
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
  await test.step('the fetches are about five seconds apart [s9.session-poll-shell]', async () => {
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

  test('a user who works without a work session is reminded to start one [s4.reminder.toast]', async ({
    page,
    asAdmin,
    baseURL,
  }) => {
    test.setTimeout(120_000);
    const person = await createApprovedUser(asAdmin, baseURL ?? '');
    await page.clock.install();
    await signInAs(page, person);
    await expect(page.getByRole('button', { name: /^User menu/u })).toBeVisible();
    await page.waitForResponse('**/api/sessions/current');
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.clock.runFor(31_000);
    const reminder = page.getByText('Start your work session?').first();

    await test.step('the reminder shows after 30 s of activity [s9.reminder-delay]', async () => {
      await page.mouse.move(20, 300);
      await page.clock.runFor(26_000);
      await page.mouse.move(30, 310);
      await page.clock.runFor(3_900);
      await expect(reminder).toBeHidden();
      await page.clock.runFor(101);
      await expect(reminder).toBeVisible();
    });
    await test.step('the reminder hides after 8 s [s9.reminder-toast-duration]', async () => {
      await page.clock.runFor(7_500);
      await expect(reminder).toBeVisible();
      await page.clock.runFor(1_000);
      await expect(reminder).toBeHidden();
    });
    await test.step('the reminder does not show again for five minutes [s9.reminder-cooldown]', async () => {
      for (let round = 0; round < 9; round += 1) {
        await workHalfAMinute(page);
        await expect(reminder).toBeHidden();
      }
      await workHalfAMinute(page);
      await expect(reminder).toBeVisible();
      await page.clock.runFor(301_000);
    });
    await test.step('the reminder does not show if the last activity is more than 5 s ago [s9.reminder-activity-window]', async () => {
      await page.mouse.move(20, 300);
      await page.clock.runFor(24_000);
      await page.mouse.move(30, 310);
      await page.clock.runFor(7_000);
      await expect(reminder).toBeHidden();
      await workHalfAMinute(page);
      await expect(reminder).toBeVisible();
      await page.clock.runFor(301_000);
    });
    await test.step('the reminder does not show while a work session runs [s4.reminder.not-when-active]', async () => {
      await (await openUserMenu(page)).getByRole('menuitem', { name: 'Start work session' }).click();
      await expect(toast(page, 'Work session started')).toBeVisible();
      await page.clock.runFor(40_000);
      await workHalfAMinute(page);
      await expect(reminder).toBeHidden();
    });
  });
});
