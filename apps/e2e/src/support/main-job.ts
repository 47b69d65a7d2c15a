import { expect, type Page } from '@playwright/test';
import type { Api } from './api';
import { newAssetNumber, openDevice, rowOf, startWork, takeIn, toast } from './devices';
import { createApprovedUser, signInAs } from './people';

/** From intake to completion at the bench, with every step seen in the office. @returns the device's asset number */
export async function repairDeviceWhileOfficeLooksOn(
  elsewhere: () => Promise<Page>,
  asAdmin: Api,
  baseURL: string,
): Promise<string> {
  const technician = await createApprovedUser(asAdmin, baseURL);
  const onlooker = await createApprovedUser(asAdmin, baseURL);
  const [bench, office] = [await elsewhere(), await elsewhere()];
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
  return assetNumber;
}
