import type { Page } from '@playwright/test';
import { deviceOf, newDevice } from './support/device-calls';
import { newAssetNumber, toast } from './support/devices';
import { expect, test } from './support/journey';
import { createApprovedUser, signInAs } from './support/people';

async function openBulk(page: Page) {
  await page.getByRole('button', { name: 'Add to Intake' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add to Intake' });
  await dialog.getByRole('tab', { name: 'Bulk Import' }).click();
  return dialog;
}

// proves s1.staff.add-devices-in-bulk
test('a list of devices is taken in with one import', async ({ page, asAdmin, baseURL }) => {
  const person = await createApprovedUser(asAdmin, baseURL ?? '');
  await signInAs(page, person);
  const dialog = await openBulk(page);
  const add = (count: number) => dialog.getByRole('button', { name: `Add ${count} to Intake` });
  const assets = Array.from({ length: 7 }, newAssetNumber);

  // proves s2.intake.tabs s2.intake.bulk-common-settings s2.intake.bulk-textarea
  await test.step('the dialog has two tabs, and the common settings', async () => {
    await expect(dialog.getByRole('tab')).toHaveCount(2);
    for (const tab of ['Single Device', 'Bulk Import'])
      await expect(dialog.getByRole('tab', { name: tab, exact: true })).toBeVisible();
    for (const field of ['School', 'Model', 'Priority', 'Assign To', 'Asset Numbers'])
      await expect(dialog.getByLabel(field)).toBeVisible();
  });
  // proves s5.bulk.none-parsed
  await test.step('an import without asset numbers is refused', async () => {
    await add(0).click();
    await expect(toast(page, 'No devices to import')).toBeVisible();
    await expect(toast(page, 'Please enter asset numbers first')).toBeVisible();
  });
  await dialog.getByLabel('Asset Numbers').fill(`  ${assets.join(' \n\n ')}\n`);
  // proves s2.intake.bulk-parse-button s9.bulk-preview s2.intake.bulk-and-n-more s2.intake.bulk-add-button
  await test.step('the preview shows five numbers and how many more there are', async () => {
    await dialog.getByRole('button', { name: 'Parse Assets' }).click();
    const preview = dialog.getByRole('region', { name: 'Preview' });
    await expect(preview.getByRole('listitem')).toHaveText(assets.slice(0, 5));
    await expect(preview).toContainText('and 2 more');
    await expect(add(7)).toBeVisible();
  });
  await test.step('a school is required, and the list is kept until one is chosen', async () => {
    await add(7).click();
    await expect(dialog.getByText('School is required')).toBeVisible();
    await expect(dialog.getByLabel('School')).toBeFocused();
  });
  await dialog.getByLabel('School').selectOption('SMS');
  await dialog.getByLabel('Model').fill('Lenovo 300e');
  await dialog.getByLabel('Priority').selectOption('High');
  await dialog.getByLabel('Assign To').selectOption(person.email);

  // proves d.calls.bulk-dialog-uses-it d.calls.bulk-dialog-progress s8.bulk.all-succeeded
  await test.step('the import sends all rows in one call and shows its progress', async () => {
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route('**/api/devices/bulk', async (route) => {
      await held;
      await route.continue();
    });
    const call = page.waitForRequest('**/api/devices/bulk');
    await add(7).click();
    expect((await call).postDataJSON()).toEqual({
      common: { school: 'SMS', model: 'Lenovo 300e', priority: 'High', assignedTo: person.email },
      devices: assets.map((barcodeNumber) => ({ barcodeNumber })),
    });
    await expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0');
    await expect(dialog).toContainText('Adding 0 of 7...');
    goOn();
    await expect(toast(page, '7 devices added to intake successfully')).toBeVisible();
    await expect(dialog).toBeHidden();
  });
  expect(await deviceOf(asAdmin, assets[6] ?? '')).toMatchObject({
    school: 'SMS',
    model: 'Lenovo 300e',
    priority: 'High',
    status: 'INTAKE',
    assignedTo: person.email,
  });
});

test('a label scanned twice is taken in once', async ({ page, asAdmin, baseURL }) => {
  await signInAs(page, await createApprovedUser(asAdmin, baseURL ?? ''));
  const [first, second] = [newAssetNumber(), newAssetNumber()];
  const dialog = await openBulk(page);
  await dialog.getByLabel('School').selectOption('SHS');
  await dialog.getByLabel('Asset Numbers').fill(`${first}\n${second}\n${first.toLowerCase()}`);
  await dialog.getByRole('button', { name: 'Parse Assets' }).click();
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('listitem')).toHaveText([first, second]);
  await expect(preview).toContainText('1 repeated, counted once');
  await dialog.getByRole('button', { name: 'Add 2 to Intake' }).click();
  await expect(toast(page, '2 devices added to intake successfully')).toBeVisible();
});

test('refused rows stay in the dialog for correction, the others are taken in', async ({ page, asAdmin, baseURL }) => {
  await signInAs(page, await createApprovedUser(asAdmin, baseURL ?? ''));
  const known = [await newDevice(asAdmin), await newDevice(asAdmin)].map(({ barcodeNumber }) => barcodeNumber);
  const fresh = Array.from({ length: 2 }, newAssetNumber);
  const dialog = await openBulk(page);
  await dialog.getByLabel('School').selectOption('SHS');
  const send = async (assets: readonly string[]) => {
    await dialog.getByLabel('Asset Numbers').fill(assets.join('\n'));
    await dialog.getByRole('button', { name: 'Parse Assets' }).click();
    await dialog.getByRole('button', { name: `Add ${assets.length} to Intake` }).click();
  };
  const result = dialog.getByRole('region', { name: 'Result' });
  const text = 'Partial Success: 2 devices added successfully, 1 failed';

  // proves s8.bulk.partial-success
  await test.step('an import with more added than refused shows a normal toast', async () => {
    await send([fresh[0] ?? '', known[0] ?? '', fresh[1] ?? '']);
    await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();
    await expect(result.getByRole('listitem').filter({ hasText: known[0] })).not.toContainText('Added');
    for (const assetNumber of fresh)
      await expect(result.getByRole('listitem').filter({ hasText: assetNumber })).toContainText('Added');
    await expect(dialog.getByLabel('Asset Numbers')).toHaveValue(known[0] ?? '');
  });
  // proves s8.bulk.destructive
  await test.step('an import with more refused than added shows an error toast', async () => {
    const last = newAssetNumber();
    await send([...known, last]);
    const failure = page.getByRole('alert').filter({ hasText: 'Partial Success: 1 device added successfully' });
    await expect(failure).toContainText('2 failed');
  });
});
