import type { ApiToken } from '@repairline/contracts/identity/views';
import type { Api } from './support/api';
import { newColleague } from './support/api-journey';
import { callsOf, expect, holdRequests, muteLiveUpdates, pageOf, test } from './support/ui-journey';

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
  await test.step('Escape does not close the dialog that shows it', async () => {
    await page.keyboard.press('Escape');
    await expect(shown).toBeVisible();
  });
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

const namesOf = async (api: Api) => (await api.get<ApiToken[]>('/api/profile/tokens')).body.map(({ name }) => name);

test('the list shows what has become of the tokens elsewhere when the tab gets the focus, and when it is opened again', async ({
  browser,
  url,
  admin,
}) => {
  // The worker's Member may have tokens of other journeys.
  const { api } = await newColleague(admin, url);
  const page = await pageOf(browser, url, api);
  // Its greeting would have everything reread.
  await muteLiveUpdates(page);
  await page.goto('/profile');
  const panel = page.getByRole('region', { name: 'API tokens' });
  await expect(panel.getByText('You have no tokens')).toBeVisible();
  const { body: made } = await api.post<ApiToken>('/api/profile/tokens', { name: 'Made elsewhere' });
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(panel.getByRole('listitem')).toContainText('Made elsewhere');

  await page.getByRole('link', { name: 'Devices' }).click();
  await expect(panel).toBeHidden();
  await api.send('DELETE', `/api/profile/tokens/${made.id}`);
  await page.goBack();
  await expect(panel.getByText('You have no tokens')).toBeVisible();
  await page.context().close();
});

test('a token whose form was left while it was being created is revoked, because nobody has seen it', async ({
  memberPage: page,
  member: { api },
}) => {
  await page.goto('/profile');
  const calls = callsOf(page);
  const revoked = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  const go = await holdRequests(page, '**/api/profile/tokens', 'POST');
  await page.getByRole('button', { name: 'New token' }).click();
  const asked = page.getByRole('dialog', { name: 'New API token' });
  await asked.getByLabel('Name').fill('Never seen');
  await page.keyboard.press('Enter');
  await expect.poll(() => calls.some(({ method }) => method === 'POST')).toBe(true);
  await page.keyboard.press('Escape');
  await expect(asked).toBeHidden();
  go();
  expect((await revoked).ok()).toBe(true);
  expect(await namesOf(api)).not.toContain('Never seen');
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
