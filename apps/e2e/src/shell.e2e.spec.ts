import type { Page } from '@playwright/test';
import { expect, success, test } from './support/ui-journey';

async function openUserMenu(page: Page) {
  await page.getByRole('button', { name: /^User menu/u }).click();
  return page.getByRole('menu').locator('..');
}

test('an Admin goes from screen to screen, and reads the user guide', async ({ adminPage: page }) => {
  await page.goto('/');
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  for (const [link, path] of [
    ['Completed Repairs', '/completed-repairs'],
    ['Analytics', '/analytics'],
    ['My Workbench', '/technician'],
    ['Admin', '/admin'],
    ['Devices', '/devices'],
  ] as const) {
    await links.filter({ hasText: link }).click();
    await expect(page).toHaveURL(path);
    await expect(page.locator('[aria-current="page"]')).toHaveText(link);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  const help = page.getByRole('button', { name: 'Help' });
  await help.click();
  const guide = page.getByRole('dialog', { name: 'User Guide' });
  await guide.getByRole('button', { name: 'Got it!' }).click();
  await expect(guide).toBeHidden();
  await expect(help).toBeFocused();
});

// proves s1.staff.track-work-sessions s6.member.uses-sessions
test('a Member starts and ends a work session in the user menu', async ({ memberPage: page }) => {
  await page.goto('/profile');
  await (await openUserMenu(page)).getByRole('menuitem', { name: 'Start work session' }).click();
  await expect(success(page, 'Work session started')).toBeVisible();
  const menu = await openUserMenu(page);
  await expect(menu.getByRole('group', { name: 'Active session' })).toContainText(/Started \d{1,2}:\d{2}/u);
  await menu.getByRole('menuitem', { name: 'End work session' }).click();
  await expect(success(page, 'Work session ended')).toBeVisible();
});
