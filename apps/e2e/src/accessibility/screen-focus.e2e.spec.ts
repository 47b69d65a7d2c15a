import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { newDevice } from '../support/device-calls';
import { newAssetNumber } from '../support/devices';
import { expect, holdRequests, test } from '../support/ui-journey';
import { goTo } from '../support/views/navigation';

const headed = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const details = (page: Page, assetNumber: string) => page.getByRole('link', { name: `View Details of ${assetNumber}` });

test('navigating to another screen moves the focus to its heading', async ({ adminPage: page }) => {
  await goTo(page, '/devices', 'Device Management');
  await expect(page.locator('body'), 'the first screen does not move the focus').toBeFocused();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Analytics' }).click();
  await expect(headed(page, 'Analytics Dashboard')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.getByRole('link', { name: 'Admin' }).press('Enter');
  await expect(headed(page, 'Admin Panel')).toBeFocused();
  await page.getByRole('button', { name: /^User menu/u }).click();
  await page.getByRole('menuitem', { name: 'Profile Settings' }).click();
  await expect(headed(page, 'Profile Settings')).toBeFocused();
  await page.goBack();
  await expect(headed(page, 'Admin Panel')).toBeFocused();
});

test('navigating by the folded navigation moves the focus to the heading', async ({ adminPage: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await goTo(page, '/devices', 'Device Management');
  await page.getByRole('button', { name: 'Navigation' }).click();
  await page.getByRole('menuitem', { name: 'My Workbench' }).click();
  await expect(headed(page, 'My Workbench')).toBeFocused();
});

test('a heading that appears late gets the focus, unless a key was pressed meanwhile', async ({
  memberPage: page,
  member,
}) => {
  for (const key of [undefined, 'Tab']) {
    const assetNumber = newAssetNumber();
    await newDevice(member.api, { barcodeNumber: assetNumber });
    const go = await holdRequests(page, `**/api/devices/${assetNumber}`);
    await goTo(page, `/devices?q=${assetNumber}`, 'Device Management');
    await details(page, assetNumber).press('Enter');
    await expect(page).toHaveTitle(new RegExp(assetNumber, 'u'));
    if (key) await page.keyboard.press(key);
    await expect(headed(page, assetNumber)).toBeHidden();
    go();
    await expect(headed(page, assetNumber)).toBeVisible();
    if (key) await expect(headed(page, assetNumber)).not.toBeFocused();
    else await expect(headed(page, assetNumber)).toBeFocused();
  }
});

test('returning to a long list focuses the device that was opened and restores the scroll position', async ({
  memberPage: page,
  member,
}) => {
  const devices = Array.from({ length: 80 }, () => ({ barcodeNumber: newAssetNumber() }));
  // A model of its own: devices taken in by other journeys would move these down.
  const model = `F-${randomUUID()}`;
  await member.api.post('/api/devices/bulk', { common: { school: 'SHS', model }, devices });
  await goTo(page, `/devices?q=${model}`, 'Device Management');
  const fortieth = page.locator('[aria-posinset="40"]');
  await expect(page.locator('[aria-posinset="1"]')).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
  await expect(fortieth).toBeInViewport({ ratio: 1 });
  const text = await fortieth.innerText();
  const assetNumber = devices.find(({ barcodeNumber }) => text.includes(barcodeNumber))?.barcodeNumber ?? '';
  for (const back of ['link', 'browser'] as const) {
    await details(page, assetNumber).focus();
    const place = await page.evaluate(() => scrollY);
    expect(place).toBeGreaterThan(1000);
    await page.keyboard.press('Enter');
    await expect(headed(page, assetNumber)).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    if (back === 'link') await page.getByRole('link', { name: 'Back to devices' }).press('Enter');
    else await page.goBack();
    await expect(details(page, assetNumber), back).toBeFocused();
    await expect.poll(() => page.evaluate(() => scrollY), back).toBe(place);
  }
});
