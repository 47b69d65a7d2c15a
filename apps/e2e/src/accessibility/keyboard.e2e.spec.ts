import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey';
import { createApprovedUser } from '../support/people';

test('a device can be taken from intake to completion by keyboard alone', async ({ page, asAdmin, baseURL }) => {
  const { email, password } = await createApprovedUser(asAdmin, baseURL ?? '');
  const { keyboard } = page;
  const assetNumber = `KB-${Date.now()}`;
  await page.goto('/');
  await expect(page.getByLabel('Email')).toBeFocused();
  await keyboard.type(email);
  await keyboard.press('Tab');
  await keyboard.type(password);
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Device Management' })).toBeVisible();

  const add = page.getByRole('button', { name: 'Add to Intake' }).first();
  await tabTo(page, add);
  await keyboard.press('Enter');
  await expect(page.getByLabel('Asset Number')).toBeFocused();
  await keyboard.type(assetNumber);
  await keyboard.press('Enter');
  await expect(
    page.getByRole('dialog').getByLabel('School'),
    'the Enter of a scanner moves on to the next field',
  ).toBeFocused();
  await keyboard.type('S');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Add to Intake' }));
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(add).toBeFocused();

  await tabTo(page, page.getByPlaceholder(/Search/u));
  await keyboard.type(assetNumber);
  const details = page.getByRole('link', { name: `View Details of ${assetNumber}` });
  await tabTo(page, details);
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Start Work' }));
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('School')).toBeFocused();
  await page.getByLabel('Initial Issue').focus();
  await keyboard.type('Missing keys');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Start Work' }));
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Quick Complete' }));
  await keyboard.press('Enter');
  await expect(page.getByLabel('Actions Taken')).toBeFocused();
  await keyboard.type('Replaced key caps');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Complete Repair' }));
  await keyboard.press('Enter');
  await expect(page.getByText('Fixed: Missing keys')).toBeVisible();
});

/** Presses Tab until the target has the focus, as a person without a mouse does. */
async function tabTo(page: Page, target: ReturnType<Page['locator']>): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Cannot be reached with Tab');
}
