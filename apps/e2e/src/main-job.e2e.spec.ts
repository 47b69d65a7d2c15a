import { newAssetNumber, openDevice, rowOf, startWork, takeIn, toast } from './support/devices';
import { expect, test } from './support/journey';
import { createApprovedUser, signInAs } from './support/people';

test('a technician repairs a device from intake to completion while somebody else looks on', async ({
  browser,
  asAdmin,
  baseURL,
}) => {
  const technician = await createApprovedUser(asAdmin, baseURL ?? '');
  const onlooker = await createApprovedUser(asAdmin, baseURL ?? '');
  const bench = await (await browser.newContext()).newPage();
  const office = await (await browser.newContext()).newPage();
  await signInAs(bench, technician);
  await signInAs(office, onlooker);
  const assetNumber = newAssetNumber();
  await office.getByPlaceholder(/Search/).fill(assetNumber);
  await expect(office.getByText('No devices found')).toBeVisible();

  await takeIn(bench, assetNumber);
  const row = rowOf(office, assetNumber);
  await expect(row).toContainText('Intake');
  await expect(row).toContainText('Screen cracked/broken');
  await expect(row).toContainText('Ada Park');
  await expect(toast(bench, 'Device added to intake successfully')).toBeVisible();

  await openDevice(bench, assetNumber);
  await startWork(bench);
  await expect(row).toContainText('In Progress');
  await expect(row).toContainText('Updated');
  await expect(toast(bench, 'Device status updated to In Progress')).toBeVisible();

  await bench.getByLabel('Issue').last().fill('Hinge loose as well');
  await bench.getByLabel('Actions', { exact: true }).fill('Tightened hinge');
  await bench.getByRole('button', { name: 'Add Entry' }).click();
  await expect(row).toContainText('Hinge loose as well');
  await expect(office.getByRole('region', { name: 'Recent Activity', exact: true })).toContainText(
    'Hinge loose as well',
  );

  await bench.getByRole('button', { name: 'Quick Complete' }).click();
  const complete = bench.getByRole('dialog', { name: 'Quick Complete' });
  await complete.getByLabel('Actions Taken').fill('Replaced LCD panel');
  await complete.getByRole('button', { name: 'Complete Repair' }).click();
  await expect(row).toContainText('Completed');
  await expect(toast(bench, 'Repair Completed')).toBeVisible();
  await expect(bench.getByText('Fixed: ')).toBeVisible();
  await expect(bench.getByText('Replaced LCD panel')).toBeVisible();
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
