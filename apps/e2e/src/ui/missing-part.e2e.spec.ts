import type { Page } from '@playwright/test';
import { expect, test } from '../support/ui-journey';

const INTAKE_DIALOG = '**/assets/intake-dialog-*.js';
const list = (page: Page) => page.getByRole('heading', { level: 1, name: 'Device Management' });
const alarm = (page: Page) => page.getByRole('alert').filter({ hasText: 'This part of the page could not be shown' });

async function openIntake(page: Page) {
  await page.getByRole('button', { name: 'Add to Intake' }).first().click();
}

test('a part of the page that is gone from the server has the page loaded anew, and then takes the screen alone', async ({
  memberPage: page,
}) => {
  await page.route(INTAKE_DIALOG, (route) => route.fulfill({ status: 404 }));
  await page.goto('/devices');
  await expect(list(page)).toBeVisible();
  const loaded = page.waitForEvent('load');
  await openIntake(page);
  await loaded;
  await expect(list(page)).toBeVisible();
  await openIntake(page);
  await expect(alarm(page)).toBeVisible();
  await page.getByRole('link', { name: 'Devices' }).click();
  await expect(list(page)).toBeVisible();
  await expect(alarm(page)).toBeHidden();
});

test('a part of the page that cannot be fetched without a network comes when it is back', async ({
  memberPage: page,
}) => {
  await page.goto('/devices');
  await expect(list(page)).toBeVisible();
  await page.context().setOffline(true);
  await openIntake(page);
  await expect(alarm(page)).toBeVisible();
  await page.context().setOffline(false);
  await alarm(page).getByRole('button', { name: 'Retry' }).click();
  await expect(list(page)).toBeVisible();
  await openIntake(page);
  await expect(page.getByRole('dialog')).toBeVisible();
});
