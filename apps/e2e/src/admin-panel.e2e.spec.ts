import { readFile } from 'node:fs/promises';
import { deviceOf, newDevice } from './support/device-calls';
import { dismissToast } from './support/devices';
import { enterCredentials, newPerson, signInAs } from './support/people';
import { expect, success, test } from './support/ui-journey';
import { goTo } from './support/views/navigation';

// proves s1.admin.user-management
test('an Admin decides who may work with the product', async ({ adminPage: page, page: theirs }) => {
  const person = newPerson('newcomer');
  await enterCredentials(theirs, person);
  await expect(theirs.getByText('Account Pending Approval')).toBeVisible();
  await goTo(page, '/admin', 'Admin Panel');
  const row = page.getByRole('row').filter({ hasText: person.email });
  const press = (name: string) => row.getByRole('button', { name }).click();

  // proves d.accounts.denied-shows-pending
  await test.step('a denied user stays in the table as pending, and can be approved', async () => {
    await press('Deny');
    await expect(row).toContainText('Denied just now');
    await expect(row).toContainText('Pending');
    await press('Approve');
    await expect(row).toContainText('Approved');
    await signInAs(theirs, person);
    await expect(row.getByRole('cell').nth(3)).toContainText('just now');
  });
  await test.step('a user is renamed in a dialog that returns the focus', async () => {
    const edit = row.getByRole('button', { name: /Edit name/u });
    await edit.click();
    const dialog = page.getByRole('dialog', { name: 'Edit User Name' });
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await dialog.getByLabel('Name').fill('Grace Hopper');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(row.getByRole('cell').first()).toContainText('Grace Hopper');
    await expect(edit).toBeFocused();
    await expect(theirs.getByRole('button', { name: 'User menu GH' })).toBeVisible();
  });
  await test.step('a user is promoted to Admin and demoted to Member', async () => {
    const links = theirs.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await press('Promote to Admin');
    await expect(links).toHaveCount(5);
    await press('Demote to Member');
    await expect(links).toHaveCount(1);
  });
  await test.step('a user whose access is revoked is signed out at once', async () => {
    await press('Revoke Access');
    await expect(theirs.getByText('You have been signed out.')).toBeVisible();
    await expect(row).toContainText('Pending');
  });
});

test('an Admin scraps devices by their numbers, and saves all devices and repairs', async ({ page, ownAdmin }) => {
  const { api: admin } = ownAdmin;
  const { barcodeNumber } = await newDevice(admin);
  await signInAs(page, ownAdmin);
  const status = async () => (await deviceOf(admin, barcodeNumber)).status;
  await goTo(page, '/admin', 'Admin Panel');
  const card = page.getByRole('region', { name: 'Device Actions' });
  const input = card.getByLabel('Asset Number');

  // proves s8.toast.device-scrapped
  await test.step('a device is scrapped by the button alone, not by the Enter of a scanner', async () => {
    await input.focus();
    // Whether it reads the label once or again.
    for (const time of ['once', 'again']) {
      await page.keyboard.type(barcodeNumber);
      await page.keyboard.press('Enter');
      await expect(input, time).toHaveValue(barcodeNumber);
    }
    expect(await status()).toBe('INTAKE');
    await card.getByRole('button', { name: 'Scrap', exact: true }).click();
    await expect(success(page, 'Device scrapped successfully')).toBeVisible();
    await expect(input).toHaveValue('');
    expect(await status()).toBe('PARTS');
  });
  // proves s8.toast.device-unscrapped
  await test.step('a device is un-scrapped by its number, ignoring case and spaces', async () => {
    await input.fill(` ${barcodeNumber.toLowerCase()} `);
    await card.getByRole('button', { name: 'Un-scrap' }).click();
    await expect(success(page, 'Device un-scrapped successfully')).toBeVisible();
    expect(await status()).toBe('INTAKE');
  });
  // proves s8.toast.exported s7.admin.file-panel-devices s7.admin.file-panel-logs
  await test.step('devices and repair logs are saved as CSV files', async () => {
    for (const [button, type, firstColumn] of [
      ['Export Devices CSV', 'devices', 'Asset Number'],
      ['Export Repair Logs CSV', 'logs', 'Date'],
    ] as const) {
      const started = page.waitForEvent('download');
      await page.getByRole('button', { name: button }).click();
      const download = await started;
      expect(download.suggestedFilename()).toBe(`${type}.csv`);
      const text = await readFile(await download.path(), 'utf8');
      expect(text.replace('\uFEFF', '').startsWith(firstColumn)).toBe(true);
      await expect(success(page, `${type} exported successfully`)).toBeVisible();
      await dismissToast(page);
    }
  });
});
