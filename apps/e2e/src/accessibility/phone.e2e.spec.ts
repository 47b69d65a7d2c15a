import { expect, type Page } from '@playwright/test';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import { test } from '../support/views/view-journey';
import { muteLiveUpdates } from '../support/ui-journey';
import { overflow, THUMB_PX } from './in-reach';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('standalone links fit a thumb too', async ({ memberPage, adminPage, bench }) => {
  const height = (page: Page, name: string) =>
    page.getByRole('link', { name }).evaluate((link) => link.getBoundingClientRect().height);
  for (const path of ['/nowhere', '/analytics']) {
    await memberPage.goto(path);
    expect.soft(await height(memberPage, 'Back to devices'), path).toBeGreaterThanOrEqual(THUMB_PX);
  }
  await adminPage.goto('/admin');
  expect.soft(await height(adminPage, 'Open System Status')).toBeGreaterThanOrEqual(THUMB_PX);
  await adminPage.goto(`/completed-repairs?q=${bench.done}`);
  expect.soft(await height(adminPage, bench.done)).toBeGreaterThanOrEqual(THUMB_PX);
});

test('the on-screen keyboard capitalizes asset numbers and corrects neither them nor a search', async ({
  memberPage: page,
}) => {
  await page.goto('/devices');
  const search = page.getByLabel('Search');
  await expect(search).toHaveAttribute('autocapitalize', 'none');
  await expect(search).toHaveAttribute('autocorrect', 'off');
  await expect(search).toHaveAttribute('enterkeyhint', 'search');
  await page.getByRole('button', { name: 'Add to Intake' }).first().click();
  await expect(page.getByLabel('Student Name')).toHaveAttribute('autocapitalize', 'words');
  await page.getByRole('tab', { name: 'Bulk Import' }).click();
  const numbers = page.getByLabel('Asset Numbers');
  await expect(numbers).toHaveAttribute('autocapitalize', 'characters');
  await expect(numbers).toHaveAttribute('autocorrect', 'off');
  await expect(numbers).toHaveAttribute('spellcheck', 'false');
  const viewport = page.locator('meta[name="viewport"]');
  await expect(viewport).toHaveAttribute('content', /interactive-widget=resizes-content/u);
});

test('the longest possible name in one word makes neither a screen wider than the phone nor the user menu than its frame', async ({
  adminPage: page,
}) => {
  // A notice could make the page ask again while it is being closed.
  await muteLiveUpdates(page);
  await page.route('**/api/auth/user', async (route) => {
    const { user } = (await (await route.fetch()).json()) as { user: SignedInUser };
    const email = `${'w'.repeat(64)}@school.example`;
    return route.fulfill({ json: { user: { ...user, email, name: 'W'.repeat(120) } } });
  });
  for (const path of ['/devices', '/technician', '/completed-repairs', '/admin', '/profile']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect.poll(() => overflow(page), path).toBeLessThanOrEqual(0);
  }
  await page.getByRole('button', { name: /^User menu/u }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

test('the device list and recent activity end the page, with no empty space below', async ({
  adminPage: page,
  bench,
}) => {
  await page.goto(`/devices?q=${bench.done}`);
  const entries = page.getByRole('region', { name: 'Recent Activity entries' }).getByRole('listitem');
  await expect.poll(() => entries.count(), 'more entries than the box shows at once').toBeGreaterThan(7);
  const below = await page.evaluate(
    () => document.documentElement.scrollHeight - scrollY - document.body.getBoundingClientRect().bottom,
  );
  expect(below).toBeLessThanOrEqual(1);
});
