import type { Page } from '@playwright/test';
import { newDevice } from '../support/device-calls';
import { createApprovedUser, decideApproval, enterCredentials, newPerson } from '../support/people';
import { callsOf, expect, fail, holdRequests, muteLiveUpdates, stopMocking, test } from '../support/ui-journey';

const loginForm = (page: Page) => page.getByRole('heading', { name: 'Sign in to Repairline' });
const screens = ['/', '/devices', '/devices/CB-1', '/completed-repairs', '/analytics', '/technician', '/admin'];

// proves s2.access.signed-out-login-only
test('a signed-out visitor sees only the login screen at every address', async ({ page }) => {
  for (const path of [...screens, '/profile', '/sign-up', '/nowhere']) {
    await page.goto(path);
    await expect(loginForm(page)).toBeVisible();
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(page.getByRole('heading')).toHaveCount(1);
  }
  // proves s2.login.email-field s2.login.password-field s2.login.sign-in-button
  await test.step('the form has an email, a password and a Sign In button', async () => {
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
    await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password');
    await expect(page.getByRole('button')).toHaveText(['Sign In']);
  });
  // proves s2.login.helper-school-email s2.login.helper-domain-only
  await test.step('the form says which email to use', async () => {
    await expect(page.getByText('Use your school email.')).toBeVisible();
    await expect(page.getByText("Only the school's email domain (@school.example) is allowed.")).toBeVisible();
  });
  // proves d.accounts.no-sign-up-screen
  await test.step('there is no way to sign up', async () => {
    await expect(page.getByRole('link')).toHaveCount(0);
    await expect(page.getByText(/sign up|register|create an account/iu)).toHaveCount(0);
  });
  // proves d.names.page-title
  await test.step('the tab has the product name', async () => {
    await expect(page).toHaveTitle('Repairline');
  });
});

// proves s5.login.email-required s5.login.password-required
test('the login form is not sent without an email and a password', async ({ page }) => {
  const calls = callsOf(page);
  await page.goto('/');
  await page.getByLabel('Password').fill('something long');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Email').fill('someone@school.example');
  await page.getByLabel('Password').fill('');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true');
  expect(calls.filter(({ path }) => path === '/api/login')).toEqual([]);
});

test('a failed sign-in shows the reason', async ({ page }) => {
  const submit = page.getByRole('button', { name: /Sign/u });
  await page.goto('/');
  await page.getByLabel('Email').fill('someone@school.example');
  await page.getByLabel('Password').fill('something long');
  // proves s2.login.signing-in-pending
  await test.step('the button shows that the sign-in is under way', async () => {
    await fail(page, '**/api/login', 'POST', 'Away');
    const go = await holdRequests(page, '**/api/login');
    await submit.click();
    await expect(submit).toHaveText('Signing in...');
    go();
    await expect(submit).toHaveText('Sign In');
    await stopMocking(page);
  });
  // proves s2.login.error-alert s7.auth.login-server-message
  await test.step('the message of the server is shown', async () => {
    await fail(page, '**/api/login', 'POST', 'The moon is too bright');
    await submit.click();
    await expect(page.getByRole('alert')).toHaveText('The moon is too bright');
    await expect(page.getByLabel('Password')).toHaveValue('something long');
    await stopMocking(page);
  });
  // proves s8.failure.login-fallback
  await test.step('without a message of the server the fallback is shown', async () => {
    await fail(page, '**/api/login', 'POST');
    await submit.click();
    await expect(page.getByRole('alert')).toHaveText('Login failed');
    await stopMocking(page);
  });
  // proves s8.failure.login-403
  await test.step('a 403 for another reason than approval shows its message', async () => {
    await page.route('**/api/login', (route) => route.fulfill({ status: 403, json: { message: 'Only our school' } }));
    await submit.click();
    await expect(page.getByRole('alert')).toHaveText('Only our school');
    await expect(page.getByText('Account Pending Approval')).toHaveCount(0);
  });
});

test('a new user sees what happens next, and can sign in once an Admin has approved', async ({ page, admin }) => {
  const person = newPerson();
  await enterCredentials(page, person);
  // proves s2.login.pending-screen-title s2.login.pending-screen-email
  await test.step('the pending screen replaces the form', async () => {
    await expect(page.getByRole('heading', { name: 'Account Pending Approval' })).toBeVisible();
    await expect(page.getByText(person.email)).toBeVisible();
    await expect(page.getByLabel('Password')).toHaveCount(0);
  });
  await test.step('its heading has the focus, and the tab has its title', async () => {
    await expect(page.getByRole('heading', { name: 'Account Pending Approval' })).toBeFocused();
    await expect(page).toHaveTitle('Account Pending Approval · Repairline');
  });
  // proves s2.login.pending-screen-steps
  await test.step('the steps are listed', async () => {
    await expect(page.getByRole('list').first().getByRole('listitem')).toHaveText([
      'Account Created',
      'Awaiting Approval',
    ]);
  });
  // proves s2.login.pending-screen-admin-reviews s2.login.pending-screen-then-log-in s9.approval-business-days
  // proves s2.login.pending-screen-contact-admin
  await test.step('the screen says who approves, and how long that takes', async () => {
    await expect(page.getByText('An admin reviews your account')).toBeVisible();
    await expect(page.getByText('Then you log in normally')).toBeVisible();
    await expect(page.getByText('Approval takes 1-2 business days')).toBeVisible();
    await expect(page.getByText('Contact an admin at your school')).toBeVisible();
  });
  // proves s2.login.pending-screen-back
  await test.step('Back to Login shows the form again', async () => {
    await page.getByRole('button', { name: 'Back to Login' }).click();
    await expect(loginForm(page)).toBeVisible();
    await expect(page.getByLabel('Password')).toBeVisible();
  });
  // proves s1.sign-in.email-password s1.accounts.admin-approves-first s7.auth.login-refreshes-user
  // proves d.calls.csrf-dropped-at-sign-in
  await test.step('the approved user signs in and gets a new CSRF token', async () => {
    await decideApproval(admin, person, true);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    const calls = callsOf(page);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('heading', { name: 'Device Management' })).toBeVisible();
    const paths = calls.map(({ path }) => path);
    expect(paths.indexOf('/api/auth/user')).toBeGreaterThan(paths.indexOf('/api/login'));
    const before = calls.filter(({ path }) => path === '/api/csrf-token').length;
    await page.getByRole('button', { name: /^User menu/u }).click();
    await page.getByRole('menuitem', { name: 'Start work session' }).click();
    await expect(page.getByText('Work session started').first()).toBeVisible();
    expect(calls.filter(({ path }) => path === '/api/csrf-token')).toHaveLength(before + 1);
  });
});

test('signing out clears everything that was loaded', async ({ page, admin, url }) => {
  const person = await createApprovedUser(admin, url);
  await newDevice(admin);
  await enterCredentials(page, person);
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(() => Object.assign(window, { before: true }));
  // proves s4.signed-in.logout-reloads
  await test.step('the page is reloaded', async () => {
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: /^User menu/u }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await loaded;
    await expect(loginForm(page)).toBeVisible();
    expect(await page.evaluate(() => 'before' in window)).toBe(false);
  });
  // proves s4.signed-in.logout-clears-cache
  await test.step('the next sign-in shows placeholders, not the earlier data', async () => {
    const go = await holdRequests(page, '**/api/devices?*');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByTestId('device-skeleton')).toHaveCount(5);
    await expect(page.getByRole('article')).toHaveCount(0);
    go();
    await expect(page.getByRole('article').first()).toBeVisible();
  });
});

test('the current-user query decides what is shown', async ({ memberPage: page }) => {
  const asked = () => calls.filter(({ path }) => path === '/api/auth/user').length;
  const calls = callsOf(page);
  // Other people's changes would trigger calls too.
  await muteLiveUpdates(page);
  // proves s2.access.loading-indicator
  await test.step('a loading indicator shows until the answer arrives', async () => {
    const go = await holdRequests(page, '**/api/auth/user');
    await page.goto('/devices');
    await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).toBeVisible();
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(loginForm(page)).toHaveCount(0);
    go();
    await expect(page.getByRole('banner')).toBeVisible();
    await stopMocking(page);
  });
  // proves s8.load.user s7.auth.user-no-retry
  await test.step('a failed query shows an error and is repeated only by Retry', async () => {
    await fail(page, '**/api/auth/user', 'GET', 'Away');
    await page.clock.install();
    const before = asked();
    await page.goto('/devices');
    await expect(page.getByRole('alert')).toContainText('Failed to fetch user');
    await page.clock.runFor(60_000);
    await stopMocking(page);
    // A list still on its way would be refused by the next step, too, and be a second reason to ask.
    const listed = page.waitForResponse('**/api/devices?*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { name: 'Device Management' })).toBeVisible();
    await listed;
    expect(asked()).toBe(before + 2);
  });
  // proves d.accounts.any-401-asks-user
  await test.step('a 401 to another call repeats the current-user query', async () => {
    const before = asked();
    const refuse = (path: string) =>
      page.route(path, (route) => route.fulfill({ status: 401, json: { message: 'No' } }));
    await refuse('**/api/auth/user');
    await refuse('**/api/devices?*');
    await page.getByLabel('Priority').selectOption('High');
    await expect(loginForm(page)).toBeVisible();
    expect(asked()).toBe(before + 1);
  });
  // proves s4.signed-in.401-means-signed-out
  await test.step('a 401 to the current-user query shows the login screen', async () => {
    await page.reload();
    await expect(loginForm(page)).toBeVisible();
    await expect(page.getByText('Failed to fetch user')).toHaveCount(0);
    await stopMocking(page);
  });
});

// proves s2.routes.completed-repairs s2.routes.analytics s2.routes.admin s1.admin.analytics
test('each address shows its screen', async ({ adminPage: page }) => {
  // proves s2.routes.root s2.routes.devices
  await test.step('/ and /devices show Device Management', async () => {
    for (const path of ['/', '/devices']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: 'Device Management' })).toBeVisible();
      await expect(page).toHaveTitle('Device Management · Repairline');
    }
  });
  // proves d.names.page-title
  await test.step('each screen has its own title, with the product name', async () => {
    for (const [path, heading, tab = heading] of [
      ['/completed-repairs', 'Completed Repairs'],
      ['/analytics', 'Analytics Dashboard', 'Analytics'],
      ['/technician', 'My Workbench'],
      ['/admin', 'Admin Panel'],
      ['/admin/status', 'System Status'],
      ['/profile', 'Profile Settings'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page).toHaveTitle(`${tab} · Repairline`);
    }
  });
  // proves s2.access.not-found-title s2.access.not-found-text
  await test.step('an unknown address shows Page Not Found', async () => {
    await page.goto('/nowhere');
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await expect(page.getByText("The page you're looking for doesn't exist.")).toBeVisible();
  });
  // proves d.names.header-title
  await test.step('the header has the product name', async () => {
    await expect(page.getByRole('banner')).toContainText('Repairline');
  });
});

// proves d.roles.technician-open-to-all
test('a Member may open My Workbench', async ({ memberPage: page }) => {
  await page.goto('/technician');
  await expect(page.getByRole('heading', { level: 1, name: 'My Workbench' })).toBeVisible();
});
