import { newDevice } from './support/device-calls';
import { expect, test } from './support/journey';
import { createApprovedUser, signInAs, theFirstAdmin } from './support/people';

test('an Admin sees all services working, and the position of a view advance with the next change', async ({
  page,
  asAdmin,
}) => {
  await signInAs(page, theFirstAdmin);
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  await page.getByRole('link', { name: 'Open System Status' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'System Status' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Services' })).toContainText('4 of 4');
  await expect(page.getByRole('group', { name: 'Dead Letters' })).toContainText('0');

  const list = page.getByRole('region', { name: 'repairs' }).getByRole('row', { name: /^Device list/u });
  await expect(list).toContainText('Up to date');
  const position = list.getByRole('cell').nth(1);
  const before = await position.textContent();
  await newDevice(asAdmin);
  await expect(position).not.toHaveText(before ?? '');

  await page.getByRole('link', { name: 'Admin Panel' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Panel' })).toBeVisible();
});

test('a Member is told that the page needs the Admin role', async ({ page, asAdmin, baseURL }) => {
  await signInAs(page, await createApprovedUser(asAdmin, baseURL ?? ''));
  await page.goto('/admin/status');
  await expect(page.getByRole('heading', { name: 'You need the Admin role to see this page' })).toBeVisible();
});
