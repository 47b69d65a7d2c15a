import type { Page } from '@playwright/test';
import { expect, fail, test } from '../support/ui-journey';
import { goTo } from '../support/views/ways';

const value = (page: Page, card: string) =>
  page.getByRole('group', { name: card, exact: true }).getByRole('paragraph').first();

test('figures that could not be fetched show a dash until a retry brings them', async ({ memberPage: page }) => {
  await test.step('My Workbench', async () => {
    await fail(page, '**/api/devices?*', 'GET', 'Away');
    await goTo(page, '/technician', 'My Workbench');
    await expect(page.getByText('Failed to fetch devices')).toBeVisible();
    await expect(value(page, 'Active Assignments')).toHaveText('–');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(value(page, 'Active Assignments')).toHaveText(/^\d/u);
  });
  await test.step('Completed Repairs', async () => {
    await fail(page, '**/api/billing/**', 'GET', 'Away');
    await goTo(page, '/completed-repairs', 'Completed Repairs');
    await expect(page.getByText('Failed to fetch completed repairs')).toBeVisible();
    for (const card of ['TOTAL COMPLETED', 'WEEKLY COMPLETIONS', 'DAILY COMPLETIONS'])
      await expect(value(page, card)).toHaveText('–');
    await page.getByRole('button', { name: 'Daily by Technician' }).click();
    const daily = page.getByRole('region', { name: 'Completed today' });
    await expect(daily).toContainText('–');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(value(page, 'TOTAL COMPLETED')).toHaveText(/^\d/u);
    await expect(daily).not.toContainText('–');
  });
});
