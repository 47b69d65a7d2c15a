import { newDevice } from '../support/device-calls';
import { decideApproval, enterCredentials, newPerson } from '../support/people';
import { expect, holdRequests, test } from '../support/ui-journey';

test('a new user signs in once an Admin has approved, and out again', async ({ page, admin }) => {
  const person = newPerson();
  const signIn = async () => {
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
  };
  await newDevice(admin);
  await enterCredentials(page, person);
  await expect(page.getByRole('heading', { name: 'Account Pending Approval' })).toBeFocused();
  await expect(page.getByText(person.email)).toBeVisible();
  await page.getByRole('button', { name: 'Back to Login' }).click();

  // proves s1.sign-in.email-password s1.accounts.admin-approves-first
  await test.step('the approved user signs in', async () => {
    await decideApproval(admin, person, true);
    await signIn();
    await expect(page.getByRole('heading', { name: 'Device Management' })).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible();
  });
  // proves s4.signed-in.logout-reloads s2.user-menu.sign-out d.names.page-title
  await test.step('signing out reloads the page', async () => {
    await page.evaluate(() => Object.assign(window, { before: true }));
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: /^User menu/u }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await loaded;
    await expect(page.getByRole('heading', { name: 'Sign in to Repairline' })).toBeVisible();
    await expect(page).toHaveTitle('Repairline');
    expect(await page.evaluate(() => 'before' in window)).toBe(false);
  });
  // proves s4.signed-in.logout-clears-cache
  await test.step('the next sign-in shows placeholders, not the earlier data', async () => {
    const go = await holdRequests(page, '**/api/devices?*');
    await signIn();
    await expect(page.getByTestId('device-skeleton')).toHaveCount(5);
    await expect(page.getByRole('article')).toHaveCount(0);
    go();
    await expect(page.getByRole('article').first()).toBeVisible();
  });
});
