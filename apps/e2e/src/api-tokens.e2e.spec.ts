import { expect, test } from './support/ui-journey';

test('a user creates an API token, sees it once, uses it and revokes it', async ({ memberPage: page, url }) => {
  const name = 'Nightly figures';
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
  await shown.getByRole('button', { name: 'Done' }).click();

  const row = panel.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('Never used');
  await expect(page.getByText(token)).toHaveCount(0);
  const asScript = () => fetch(`${url}/api/stats`, { headers: { authorization: `Bearer ${token}` } });
  expect((await asScript()).status).toBe(200);
  await page.reload();
  await expect(row).toContainText('Last used just now');

  await row.getByRole('button', { name: `Revoke ${name}` }).click();
  const sure = page.getByRole('alertdialog', { name: `Revoke “${name}”?` });
  await sure.getByRole('button', { name: 'Cancel' }).click();
  expect((await asScript()).status).toBe(200);
  await row.getByRole('button', { name: `Revoke ${name}` }).click();
  await sure.getByRole('button', { name: 'Revoke token' }).click();
  await expect(sure).toBeHidden();
  await expect(row).toHaveCount(0);
  expect((await asScript()).status).toBe(401);
});

test('the documents of the calls open beside the page, which keeps typed text', async ({ memberPage: page }) => {
  await page.goto('/profile');
  const name = page.getByLabel('Display Name');
  await name.fill('Half a na');
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'what it can call (opens a new tab)' }).click();
  await expect(await opened).toHaveURL(/\/api\/docs/u);
  await expect(name).toHaveValue('Half a na');
});
