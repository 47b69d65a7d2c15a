import { newAssetNumber } from './support/devices';
import { expect, test } from './support/ui-journey';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('a device is taken from intake to completion on a phone by touch alone', async ({ memberPage: page }) => {
  const assetNumber = newAssetNumber();
  await page.goto('/devices');
  await page.getByRole('button', { name: 'Add to Intake' }).first().tap();
  const intake = page.getByRole('dialog', { name: 'Add to Intake' });
  await intake.getByLabel('Asset Number').tap();
  await page.keyboard.type(assetNumber);
  // The list of a select belongs to the phone, not to the page.
  await intake.getByLabel('School').selectOption('SHS');
  await intake.getByRole('button', { name: 'Missing keys' }).tap();
  await intake.getByRole('button', { name: 'Add to Intake' }).tap();
  await expect(intake).toBeHidden();

  await page.getByPlaceholder(/Search/u).tap();
  await page.keyboard.type(assetNumber);
  const row = page.getByRole('article', { name: assetNumber });
  await expect(page.getByText('1 device found')).toBeVisible();
  await expect(row).toContainText('Missing keys');
  await row.tap({ position: { x: 40, y: 40 } });
  await expect(page.getByRole('heading', { name: assetNumber })).toBeVisible();

  await page.getByRole('button', { name: 'Start Work' }).tap();
  const start = page.getByRole('dialog', { name: 'Start Work' });
  await start.getByRole('button', { name: 'Start Work' }).tap();
  await expect(start).toBeHidden();

  await page.getByLabel('Issue', { exact: false }).last().tap();
  await page.keyboard.type('Space bar sticks as well');
  await page.getByLabel('Actions', { exact: true }).tap();
  await page.keyboard.type('Cleaned the contacts');
  await page.getByRole('button', { name: 'Add Entry' }).tap();
  await expect(page.getByRole('list').getByText('Space bar sticks as well')).toBeVisible();

  await page.getByRole('button', { name: 'Quick Complete' }).tap();
  const complete = page.getByRole('dialog', { name: 'Quick Complete' });
  await complete.getByLabel('Actions Taken').tap();
  await page.keyboard.type('Replaced key caps');
  await complete.getByRole('button', { name: 'Complete Repair' }).tap();
  await expect(complete).toBeHidden();
  await expect(page.getByText('Fixed: ')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Device', exact: true })).toContainText('Completed');
});
