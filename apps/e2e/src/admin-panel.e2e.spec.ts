import { readFile } from 'node:fs/promises';
import { type Page } from '@playwright/test';
import { dismissToast, newAssetNumber, toast } from './support/devices';
import { expect, test } from './support/journey';
import {
  createApprovedUser,
  enterCredentials,
  newPerson,
  type Person,
  signInAs,
  theFirstAdmin,
} from './support/people';
import { holdRequests, muteLiveUpdates, stopMocking } from './support/ui-journey';

const panel = (page: Page) => page.getByRole('region', { name: 'User Management' });
const userRow = (page: Page, { email }: Person) => panel(page).getByRole('row').filter({ hasText: email });

async function openPanel(page: Page): Promise<void> {
  await signInAs(page, theFirstAdmin);
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Panel' })).toBeVisible();
}

// proves s1.admin.user-management s2.admin.header s2.admin.users-columns
test('an Admin approves, denies, promotes, demotes and revokes users', async ({ page, elsewhere }) => {
  const person = newPerson('newcomer');
  const theirs = await elsewhere();
  await enterCredentials(theirs, person);
  await expect(theirs.getByText('Account Pending Approval')).toBeVisible();
  await openPanel(page);
  const row = userRow(page, person);
  await expect(panel(page).getByRole('columnheader')).toHaveText(['User', 'Email', 'Status', 'Last Login', 'Actions']);

  // proves s2.admin.user-name-unknown s2.admin.user-email s2.admin.user-role-badge s2.admin.user-pending-badge
  // proves s2.admin.user-never s2.admin.approve-action s2.admin.deny-action d.accounts.made-when
  await test.step('a new user is pending and can be approved or denied', async () => {
    await expect(row).toContainText('Unknown');
    await expect(row.getByRole('cell').nth(1)).toHaveText(person.email);
    await expect(row).toContainText('Member');
    await expect(row).toContainText('Pending');
    await expect(row).toContainText('Created just now');
    await expect(row.getByRole('cell').nth(3)).toHaveText('Never');
    await expect(row.getByRole('button', { name: 'Approve' })).toBeVisible();
    await expect(row.getByRole('button', { name: 'Deny' })).toBeVisible();
    await expect(row.getByRole('button', { name: 'Revoke Access' })).toBeHidden();
  });

  // proves d.accounts.denied-shows-pending d.accounts.denied-when s8.toast.approval-updated
  await test.step('a denied user stays in the table as pending', async () => {
    await row.getByRole('button', { name: 'Deny' }).click();
    await expect(toast(page, 'User approval status updated successfully')).toBeVisible();
    await dismissToast(page);
    await expect(row).toContainText('Denied just now');
    await expect(row).toContainText('Pending');
  });

  // proves s2.admin.user-approved-badge s2.admin.user-last-login s8.toast.approval-updated
  await test.step('an approved user can sign in', async () => {
    await row.getByRole('button', { name: 'Approve' }).click();
    await expect(toast(page, 'User approval status updated successfully')).toBeVisible();
    await expect(row).toContainText('Approved');
    await expect(row).not.toContainText('Denied');
    await signInAs(theirs, person);
    await page.reload();
    await expect(row.getByRole('cell').nth(3)).toContainText('just now');
  });

  // proves s2.admin.promote-link s2.admin.demote-link s8.toast.role-updated
  await test.step('a user can be promoted to Admin and demoted to Member', async () => {
    await row.getByRole('button', { name: 'Promote to Admin' }).click();
    await expect(toast(page, 'User role updated successfully')).toBeVisible();
    await expect(row.getByRole('button', { name: 'Demote to Member' })).toBeVisible();
    await expect(row.getByRole('cell').first()).toContainText('Admin');
    await dismissToast(page);
    await row.getByRole('button', { name: 'Demote to Member' }).click();
    await expect(toast(page, 'User role updated successfully')).toBeVisible();
    await expect(row.getByRole('button', { name: 'Promote to Admin' })).toBeVisible();
  });

  // proves s2.admin.revoke-access s8.toast.approval-updated
  await test.step('a user whose access is revoked is signed out at once', async () => {
    await row.getByRole('button', { name: 'Revoke Access' }).click();
    await expect(toast(page, 'User approval status updated successfully')).toBeVisible();
    await expect(theirs.getByText('You have been signed out.')).toBeVisible();
    await expect(row).toContainText('Pending');
    await theirs.context().close();
  });
});

// proves s2.admin.edit-name-dialog
test('an Admin renames a user', async ({ page }) => {
  const person = newPerson('renamed');
  await enterCredentials(page, person);
  await expect(page.getByText('Account Pending Approval')).toBeVisible();
  await openPanel(page);
  const row = userRow(page, person);
  const dialog = page.getByRole('dialog', { name: 'Edit User Name' });
  const name = dialog.getByLabel('Name');
  const save = dialog.getByRole('button', { name: 'Save' });
  const edit = row.getByRole('button', { name: /Edit name/u });

  // proves s2.admin.edit-name-cancel
  await test.step('Cancel changes nothing', async () => {
    await edit.click();
    await expect(name).toBeFocused();
    await name.fill('Somebody else');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(row).toContainText('Unknown');
    await expect(edit).toBeFocused();
  });

  // proves s5.rename.non-empty
  await test.step('an empty name cannot be saved', async () => {
    await edit.click();
    await name.fill('   ');
    await expect(save).toBeDisabled();
  });

  await test.step('a refused name is kept in the field, with the reason', async () => {
    await name.fill(theFirstAdmin.email);
    await save.click();
    await expect(dialog.getByText("A name cannot be somebody else's email")).toBeVisible();
    await expect(name).toHaveValue(theFirstAdmin.email);
  });

  // proves s2.admin.edit-name-save s2.admin.edit-name-saving s2.admin.user-name s5.rename.trimmed
  // proves s8.toast.user-name-updated
  await test.step('a name is trimmed, saved and shown', async () => {
    const sent: unknown[] = [];
    await page.route('**/api/admin/users/*', async (route) => {
      sent.push(route.request().postDataJSON());
      await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeDisabled();
      await route.continue();
    });
    await name.fill('  Grace Hopper ');
    await save.click();
    await expect(toast(page, 'User name updated successfully')).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(sent).toEqual([{ name: 'Grace Hopper' }]);
    await expect(row.getByRole('cell').first()).toContainText('Grace Hopper');
  });
});

// proves s2.admin.current-user-label d.accounts.current-user-row-no-actions
test("an Admin's own row is labeled and offers no action that would lock them out", async ({ page }) => {
  await openPanel(page);
  const own = userRow(page, theFirstAdmin);
  await expect(own).toContainText('(Current User)');
  await expect(own.getByRole('button')).toHaveCount(1);
  await expect(own.getByRole('button', { name: /Edit name/u })).toBeVisible();
});

// proves s2.admin.actions-asset-input s2.admin.actions-scrap s2.admin.actions-unscrap
test('an Admin scraps and un-scraps devices by asset number', async ({ page, asAdmin }) => {
  const assetNumber = newAssetNumber();
  await asAdmin.post('/api/devices', { barcodeNumber: assetNumber, school: 'SHS' });
  const status = async () => (await asAdmin.get<{ status: string }>(`/api/devices/${assetNumber}`)).body.status;
  await openPanel(page);
  const card = page.getByRole('region', { name: 'Device Actions' });
  const input = card.getByLabel('Asset Number');
  const scrap = card.getByRole('button', { name: 'Scrap', exact: true });
  const takeBack = card.getByRole('button', { name: 'Un-scrap' });

  // proves s5.scrap.asset-required s5.unscrap.asset-required
  await test.step('an asset number is required', async () => {
    for (const button of [scrap, takeBack]) {
      await button.click();
      await expect(card.getByText('Please enter an asset number')).toBeVisible();
      await expect(input).toBeFocused();
      await input.fill('x');
      await expect(card.getByText('Please enter an asset number')).toBeHidden();
      await input.fill('');
    }
  });

  // proves s8.toast.device-scrapped
  await test.step('a device is scrapped by the button alone, not by the Enter of a scanner', async () => {
    await input.fill(assetNumber);
    // A scanner ends with Enter, which must not choose an action, whether it reads the label once or again.
    for (const time of ['once', 'again']) {
      await input.press('Enter');
      await page.keyboard.type(assetNumber);
      await page.keyboard.press('Enter');
      await expect(input, time).toHaveValue(assetNumber);
    }
    expect(await status()).toBe('INTAKE');
    await scrap.click();
    await expect(toast(page, 'Device scrapped successfully')).toBeVisible();
    await expect(input).toHaveValue('');
    expect(await status()).toBe('PARTS');
  });

  await test.step('a late answer keeps a number entered since, and the focus where it is', async () => {
    const search = panel(page).getByRole('searchbox').or(panel(page).getByRole('textbox')).first();
    const go = await holdRequests(page, '**/scrap');
    await input.fill(assetNumber);
    await scrap.click();
    await input.fill('CB-NEXT');
    await search.focus();
    go();
    await expect(scrap).not.toHaveAttribute('aria-disabled', 'true');
    await expect(input).toHaveValue('CB-NEXT');
    await expect(search).toBeFocused();
    await stopMocking(page, '**/scrap');
  });

  // proves s8.toast.device-unscrapped
  await test.step('a device is un-scrapped by its number, ignoring case and spaces', async () => {
    await input.fill(` ${assetNumber.toLowerCase()} `);
    await takeBack.click();
    await expect(toast(page, 'Device un-scrapped successfully')).toBeVisible();
    expect(await status()).toBe('INTAKE');
  });

  // proves s8.failure.scrap
  await test.step('a failed action shows the reason and keeps the number', async () => {
    await input.fill('no such device');
    await scrap.click();
    await expect(toast(page, 'Device not found')).toBeVisible();
    await expect(input).toHaveValue('no such device');
    await page.route('**/scrap', (route) => route.fulfill({ status: 500, body: '' }));
    await scrap.click();
    await expect(toast(page, 'Operation failed')).toBeVisible();
  });
});

// proves s2.admin.stat-intake s2.admin.stat-in-progress s2.admin.stat-completed s2.admin.stat-deprovisioned
// proves s2.admin.system-stats
test('the panel has device counts, exports and a note on what the counts mean', async ({ page }) => {
  const stats = { intake: 3, inProgress: 1, completed: 1200, parts: 7 };
  await page.route('**/api/stats', (route) => route.fulfill({ json: stats }));
  await openPanel(page);
  for (const [card, count] of [
    ['Intake', '3 devices'],
    ['In Progress', '1 device'],
    ['Completed', '1,200 devices'],
    ['Deprovisioned', '7 devices'],
  ] as const) {
    await expect(page.getByRole('group', { name: card })).toContainText(count);
  }
  await expect(page.getByRole('region', { name: 'System Stats' })).toContainText('counts');

  // proves s2.admin.export-devices-button s2.admin.export-logs-button s8.toast.exported s7.admin.file-panel-devices
  // proves s7.admin.file-panel-logs
  await test.step('devices and repair logs are exported as CSV files', async () => {
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
      await expect(toast(page, `${type} exported successfully`)).toBeVisible();
    }
  });

  // proves s8.failure.export-panel
  await test.step('a failed export shows the reason', async () => {
    await page.route('**/api/admin/export?*', (route) => route.fulfill({ status: 503, json: { message: 'Busy' } }));
    await page.getByRole('button', { name: 'Export Devices CSV' }).click();
    await expect(toast(page, 'Export failed')).toBeVisible();
    await expect(toast(page, 'Busy')).toBeVisible();
  });
});

// proves s2.admin.users-empty
test('the table of users shows that it is loading, empty or failed', async ({ page }) => {
  await muteLiveUpdates(page);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/admin/users', async (route) => {
    await asked;
    await route.fulfill({ json: [] });
  });
  await openPanel(page);
  // proves s9.placeholders-user-table
  await test.step('three placeholder rows show while users load', async () => {
    await expect(panel(page).getByRole('row')).toHaveCount(1 + 3);
    await expect(panel(page).getByRole('cell').first()).toHaveText('');
  });
  answer();
  await expect(panel(page).getByText('No users found')).toBeVisible();

  // proves s8.load.users
  await test.step('a failed fetch can be retried', async () => {
    await page.route('**/api/admin/users', (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await expect(panel(page).getByText('Failed to fetch users')).toBeVisible();
    await stopMocking(page, '**/api/admin/users');
    await panel(page).getByRole('button', { name: 'Retry' }).click();
    await expect(userRow(page, theFirstAdmin)).toBeVisible();
  });
});

// proves s6.exports.panel-admin-only d.roles.admin-page-member
test('a Member sees no part of the Admin Panel', async ({ page, asAdmin, baseURL }) => {
  await signInAs(page, await createApprovedUser(asAdmin, baseURL ?? ''));
  await page.goto('/admin');
  await expect(page.getByText('You need the Admin role to see this page')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Repairline' }), 'inside the shell').toBeVisible();
  await expect(page.getByRole('button', { name: /Export|crap|Approve/u })).toHaveCount(0);
});
