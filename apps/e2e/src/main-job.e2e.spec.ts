import { newAssetNumber, takeIn } from './support/devices';
import { expect, test } from './support/journey';
import { repairDeviceWhileOfficeLooksOn } from './support/main-job';
import { createApprovedUser, signInAs } from './support/people';

test('another user sees each step live while a technician repairs a device from intake to completion', async ({
  elsewhere,
  asAdmin,
  baseURL,
}) => {
  await repairDeviceWhileOfficeLooksOn(elsewhere, asAdmin, baseURL ?? '');
});

test('a device that is in repair is not taken in twice', async ({ page, asAdmin, baseURL }) => {
  const technician = await createApprovedUser(asAdmin, baseURL ?? '');
  await signInAs(page, technician);
  const assetNumber = newAssetNumber();
  await takeIn(page, assetNumber);

  await page.getByRole('button', { name: 'Add to Intake' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add to Intake' });
  await dialog.getByLabel('Asset Number').fill(assetNumber.toLowerCase());
  await dialog.getByLabel('School').selectOption('SHS');
  await dialog.getByRole('button', { name: 'Add to Intake' }).click();
  const warning = page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .filter({ hasText: 'Device Already in System' });
  await expect(warning).toContainText('Intake');
  await warning.getByRole('link', { name: 'View Device & Start Work' }).click();
  await expect(page.getByRole('heading', { name: assetNumber })).toBeVisible();
});
