import type { Locator, Page } from '@playwright/test';
import type { UserAccount } from '@repairline/contracts/identity/views';
import { newAssetNumber, rowOf } from '../support/devices';
import { createApprovedUser, newPerson } from '../support/people';
import { callsOf, expect, muteLiveUpdates, success, test } from '../support/ui-journey';

/**
 * Makes the second click of a double click at the same place once the first has had its effect, which `effect` shows.
 */
async function doubleClick(page: Page, button: Locator, effect: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.hover();
  await page.mouse.down();
  await page.mouse.up();
  await expect(effect).toBeVisible();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  // A call triggered by the click would have been made before this one.
  await page.evaluate(() => fetch('/api/district'));
}

/** Presses Enter, and again as soon as the button's label changes; starts watching the label before the first press. */
async function pressTwice(page: Page, button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  const again = await button.evaluateHandle((element: HTMLElement) => ({
    pressed: new Promise<void>((pressed) => {
      new MutationObserver((_, watch) => {
        watch.disconnect();
        element.click();
        pressed();
      }).observe(element, { childList: true, characterData: true, subtree: true });
    }),
  }));
  await button.press('Enter');
  await again.evaluate(({ pressed }) => pressed);
  // A call triggered by the second press would have been made before this one.
  await page.evaluate(() => fetch('/api/district'));
}

test('neither the second click of a double click nor a second Enter undoes what the first has done', async ({
  adminPage: page,
  admin,
  url,
}) => {
  const person = await createApprovedUser(admin, url, newPerson('twice'));
  const issue = `Twice ${newAssetNumber()}`;
  const assets = [newAssetNumber(), newAssetNumber()];
  const [barcodeNumber = ''] = assets;
  for (const number of assets) {
    await admin.post('/api/devices', { barcodeNumber: number, school: 'SHS' });
    await admin.post(`/api/devices/${number}/logs`, { issue, actions: 'Swapped', completed: true });
  }
  // The page, which hears of nothing here, would not learn of repairs that billing has not taken over yet.
  const billed = () => admin.get<unknown[]>(`/api/billing/completed?q=${encodeURIComponent(issue)}`);
  await expect.poll(async () => (await billed()).body.length).toBe(2);
  const calls = callsOf(page);
  const expectOne = (path: string) => {
    const changes = calls.splice(0).filter(({ method }) => method !== 'GET');
    expect(changes.map((change) => change.path)).toEqual([path]);
  };

  // A new account in the meantime would move the row from under the mouse.
  await muteLiveUpdates(page);
  await page.goto('/admin');
  // Further down, the row may lie below a toast, which stays while the mouse rests on it.
  await page.getByPlaceholder('Search by name or email...').fill(person.email);
  await expect(page.getByText('1 user found')).toBeAttached();
  const row = page.getByRole('row').filter({ hasText: person.email });
  const button = (name: string) => row.getByRole('button', { name });
  await test.step('a promotion', async () => {
    await doubleClick(page, button('Promote to Admin'), button('Demote to Member'));
    expectOne('/api/admin/users/promote');
    await pressTwice(page, button('Demote to Member'));
    expectOne('/api/admin/users/promote');
  });
  await test.step('a revocation and an approval', async () => {
    await doubleClick(page, button('Revoke Access'), button('Approve'));
    expectOne('/api/admin/users/approve');
    await pressTwice(page, button('Approve'));
    expectOne('/api/admin/users/approve');
    await pressTwice(page, button('Revoke Access'));
    expectOne('/api/admin/users/approve');
    await doubleClick(page, button('Approve'), button('Revoke Access'));
    expectOne('/api/admin/users/approve');
    const { body } = await admin.get<UserAccount[]>('/api/admin/users');
    expect(body.find(({ email }) => email === person.email)).toMatchObject({ approved: true, role: 'Member' });
  });
  const card = page.getByRole('region', { name: 'Device Actions' });
  for (const [name, done] of [
    ['Scrap', 'Device scrapped successfully'],
    ['Un-scrap', 'Device un-scrapped successfully'],
  ] as const) {
    await test.step(`${name}: the form that the first click has sent and emptied is not refused`, async () => {
      await card.getByLabel('Asset Number').fill(barcodeNumber);
      await doubleClick(page, card.getByRole('button', { name, exact: true }), success(page, done));
      await expect(card.getByLabel('Asset Number')).toHaveValue('');
      await expect(card.getByText('Please enter an asset number')).toHaveCount(0);
    });
  }

  await page.getByRole('link', { name: 'Completed Repairs' }).click();
  await page.getByPlaceholder(/^Search by asset number/u).fill(issue);
  await test.step('a mark as sent: the second click does not mark the repair that moved up', async () => {
    const pending = page.getByRole('region', { name: /^Pending Sent/u });
    await expect(page.getByRole('region', { name: 'Pending Sent (2)' })).toBeVisible();
    calls.splice(0);
    const first = pending.getByRole('button', { name: 'Mark as Sent' }).first();
    await doubleClick(page, first, page.getByRole('region', { name: 'Pending Sent (1)' }));
    expect(calls.filter(({ method }) => method !== 'GET')).toHaveLength(1);
  });

  await page.getByRole('link', { name: barcodeNumber }).click();
  await expect(page.getByRole('heading', { level: 1, name: barcodeNumber })).toBeVisible();
  await test.step('a repair entry: the form that the first click has sent and emptied is not refused', async () => {
    await page.getByLabel('Issue').fill('Hinge loose');
    await doubleClick(
      page,
      page.getByRole('button', { name: 'Add Entry' }),
      success(page, 'Repair entry added successfully'),
    );
    await expect(page.getByLabel('Issue')).toHaveValue('');
    await expect(page.getByText('Issue is required')).toHaveCount(0);
  });
  await test.step('a deprovisioning and a restoring', async () => {
    const named = (name: string) => page.getByRole('button', { name });
    calls.splice(0);
    await doubleClick(page, named('Deprovision Device'), named('Restore Device'));
    expectOne(`/api/admin/devices/${barcodeNumber}/scrap`);
    await pressTwice(page, named('Restore Device'));
    expectOne(`/api/admin/devices/${barcodeNumber}/scrap`);
  });
});

test('the second click of a double click that closes a dialog does not open the device below it', async ({
  memberPage: page,
  member,
}) => {
  const model = `Below ${newAssetNumber()}`;
  const assets = Array.from({ length: 12 }, newAssetNumber);
  const devices = assets.map((barcodeNumber) => ({ barcodeNumber }));
  await member.api.post('/api/devices/bulk', { common: { school: 'SHS', model }, devices });
  const list = `/devices?q=${encodeURIComponent(model)}`;
  await page.goto(list);
  await expect(page.getByText('12 devices found')).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Add to Intake' });
  // Hidden from roles while a dialog is open.
  const row = rowOf(page, assets[0] ?? '');
  const open = () => page.getByRole('button', { name: 'Add to Intake' }).click();

  await test.step('when the first click cancels the form', async () => {
    await open();
    await doubleClick(page, dialog.getByRole('button', { name: 'Cancel' }), row);
    await expect(page).toHaveURL(list);
  });
  await test.step('when the first click sends the form', async () => {
    await open();
    await dialog.getByLabel('Asset Number').fill(newAssetNumber());
    await dialog.getByLabel('School').selectOption('SHS');
    await doubleClick(page, dialog.getByRole('button', { name: 'Add to Intake' }), row);
    await expect(page).toHaveURL(list);
  });
  await test.step('a later double click on a row opens its device', async () => {
    await row.getByRole('link').dblclick();
    await expect(page.getByRole('heading', { level: 1, name: assets[0] })).toBeVisible();
  });
});
