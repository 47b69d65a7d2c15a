import type { Locator, Page } from '@playwright/test';
import type { BillingItem } from '@repairline/contracts/billing/views';
import type { Api } from '../support/api';
import { newColleague } from '../support/api-journey';
import { newAssetNumber, rowOf } from '../support/devices';
import { expect, pageOf, test } from '../support/ui-journey';

/** Takes in `count` devices of the model; returns their numbers, newest first. */
async function takeIn(api: Api, model: string, count: number): Promise<string[]> {
  const numbers = Array.from({ length: count }, newAssetNumber);
  for (const barcodeNumber of numbers)
    expect((await api.post('/api/devices', { barcodeNumber, model, school: 'SHS' })).status).toBe(201);
  return numbers.reverse();
}

async function complete(api: Api, number: string, issue = 'Hinge'): Promise<void> {
  const entry = { issue, actions: 'Replaced', completed: true };
  expect((await api.post(`/api/devices/${number}/logs`, entry)).status).toBe(201);
}

/** Uses the keyboard alone, so that the focus is visible. */
async function tabTo(page: Page, goal: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Tab');
    expect(await goal.evaluate((element) => element === document.activeElement)).toBe(true);
  }).toPass({ intervals: [1] });
}

test('when the focused row leaves the list, the next row gets the focus, and after the last the heading', async ({
  adminPage: page,
  admin,
}) => {
  const issue = `Loose key ${newAssetNumber()}`;
  const [second = '', first = ''] = await takeIn(admin, 'Tab', 2);
  for (const number of [second, first]) await complete(admin, number, issue);
  await page.goto(`/completed-repairs?q=${encodeURIComponent(issue)}`);
  const row = (number: string) => page.getByRole('row').filter({ hasText: number });
  const mark = (number: string) => row(number).getByRole('button', { name: 'Mark as Sent' });
  await expect(mark(second)).toBeVisible();

  await test.step('another user finishes the focused row, and the next row gets the focus', async () => {
    await tabTo(page, mark(first));
    const { body } = await admin.get<BillingItem[]>(`/api/billing/completed?q=${first}`);
    await admin.patch(`/api/admin/billing/${body[0]?.id}`, { billingSent: true });
    await expect(row(second).getByRole('link')).toBeFocused();
  });

  await test.step('the last row is finished, and the heading gets the focus', async () => {
    await tabTo(page, mark(second));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Pending Sent (0)' })).toBeFocused();
  });
});

test('a focused device that no longer matches the filter passes the focus to the next device', async ({
  memberPage: page,
  member,
}) => {
  const model = `Focus ${newAssetNumber()}`;
  const [first = '', second = ''] = await takeIn(member.api, model, 2);
  await page.goto(`/devices?q=${encodeURIComponent(model)}&status=INTAKE`);
  await expect(rowOf(page, second)).toBeVisible();
  await tabTo(page, rowOf(page, first).getByRole('button'));
  await complete(member.api, first);
  await expect(rowOf(page, first)).toBeHidden();
  await expect(rowOf(page, second).getByRole('link')).toBeFocused();
});

test('after a token is revoked, the next token gets the focus, or the heading if there is none', async ({
  browser,
  url,
  admin,
}) => {
  // The worker's Member may have tokens of other journeys.
  const page = await pageOf(browser, url, (await newColleague(admin, url)).api);
  const names = [`Script ${newAssetNumber()}`, `Script ${newAssetNumber()}`];
  const revokeButtons = page.getByRole('button', { name: /^Revoke / });
  await page.goto('/profile');
  for (const name of names) {
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Done' }).click();
  }
  const revoke = async (name: string) => {
    await tabTo(page, page.getByRole('button', { name: `Revoke ${name}` }));
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }).press('Enter');
    // Until the dialog is gone, elements behind it have no role.
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await expect(page.getByRole('button', { name: `Revoke ${name}` })).toBeHidden();
  };
  const [first = '', second = ''] = names;
  await revoke(first);
  await expect(page.locator(':focus').and(revokeButtons)).toBeVisible();
  await revoke(second);
  await expect(page.getByRole('heading', { name: 'API tokens' })).toBeFocused();
  await page.context().close();
});
