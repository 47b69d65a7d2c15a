import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './support/ui-journey';

async function isAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude('[data-tabster-dummy]').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`)).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`somebody makes a token for a script, sees it once and revokes it, in the ${colorScheme} theme`, async ({
    memberPage: page,
    url,
  }) => {
    const name = `Nightly ${colorScheme}`;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('/profile');
    const panel = page.getByRole('region', { name: 'API tokens' });
    await panel.getByRole('button', { name: 'New token' }).click();
    const asked = page.getByRole('dialog', { name: 'New API token' });
    await expect(asked.getByRole('button', { name: 'Create token' })).toBeDisabled();
    await asked.getByLabel('Name').fill(name);
    await page.keyboard.press('Enter');

    const shown = page.getByRole('alertdialog', { name: `“${name}” is ready` });
    const token = await shown.getByRole('textbox', { name: 'Token' }).inputValue();
    expect(token).toMatch(/^repairline_[\w-]{43}$/u);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await shown.getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(token);
    await isAccessible(page);
    await shown.getByRole('button', { name: 'Done' }).click();

    const row = panel.getByRole('listitem').filter({ hasText: name });
    await expect(row).toContainText('Never used');
    await expect(page.getByText(token)).toHaveCount(0);
    const asScript = () => fetch(`${url}/api/stats`, { headers: { authorization: `Bearer ${token}` } });
    expect((await asScript()).status).toBe(200);
    await page.reload();
    await expect(row).toContainText('Last used just now');
    await isAccessible(page);

    await row.getByRole('button', { name: `Revoke ${name}` }).click();
    const sure = page.getByRole('alertdialog', { name: `Revoke “${name}”?` });
    await isAccessible(page);
    await sure.getByRole('button', { name: 'Cancel' }).click();
    expect((await asScript()).status).toBe(200);
    await row.getByRole('button', { name: `Revoke ${name}` }).click();
    await sure.getByRole('button', { name: 'Revoke token' }).click();
    await expect(row).toHaveCount(0);
    expect((await asScript()).status).toBe(401);
  });
}

test('the tokens fit a phone', async ({ memberPage: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/profile');
  await expect(page.getByRole('region', { name: 'API tokens' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
