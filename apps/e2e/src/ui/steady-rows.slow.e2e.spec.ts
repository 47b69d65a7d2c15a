import type { Locator, Page } from '@playwright/test';
import { newAssetNumber, rowOf } from '../support/devices';
import { expect, test } from '../support/ui-journey';

/** The distance of the row's top from the top of the window, in whole pixels. */
async function topOf(row: Locator): Promise<number> {
  return Math.round((await row.boundingBox())?.y ?? Number.NaN);
}

/** Scrolls the row into the middle of the window. */
async function scrollTo(page: Page, row: Locator): Promise<void> {
  await expect(row).toBeVisible();
  await row.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
}

test('changes by others above the window do not move the device rows in it', async ({ memberPage: page, member }) => {
  const model = `Steady ${newAssetNumber()}`;
  const common = { school: 'SHS', model, priority: 'Medium' };
  const numbers = Array.from({ length: 40 }, newAssetNumber);
  const devices = numbers.map((barcodeNumber) => ({ barcodeNumber }));
  expect((await member.api.post('/api/devices/bulk', { common, devices })).status).toBe(200);
  await page.goto(`/devices?q=${encodeURIComponent(model)}`);
  const middle = page.getByRole('article').nth(14);
  await expect(middle).toBeVisible();
  const name = (await middle.getAttribute('aria-label')) ?? '';
  const row = rowOf(page, name);
  await scrollTo(page, row);
  const before = await topOf(row);

  await test.step('a new device at the top moves nothing', async () => {
    await member.api.post('/api/devices', { ...common, barcodeNumber: newAssetNumber(), priority: 'High' });
    await expect(page.getByText('41 devices found')).toBeVisible();
    await expect.poll(() => topOf(row)).toBe(before);
  });

  await test.step('a device that leaves the window for the top moves nothing else', async () => {
    const later = page.getByRole('listitem').filter({ has: row }).locator('xpath=following-sibling::*[3]');
    const mover = rowOf(page, (await later.getByRole('article').getAttribute('aria-label')) ?? '');
    await member.api.patch(`/api/devices/${await mover.getAttribute('aria-label')}`, { priority: 'High' });
    await expect(mover).not.toBeInViewport();
    await expect.poll(() => topOf(row)).toBe(before);
  });

  await test.step('a list that is scrolled to the top shows a new device', async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    const newest = newAssetNumber();
    await member.api.post('/api/devices', { ...common, barcodeNumber: newest, priority: 'High' });
    await expect(rowOf(page, newest)).toBeInViewport();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});

test('repairs completed by others do not move the rows of completed repairs in the window', async ({
  memberPage: page,
  member,
}) => {
  const issue = `Steady ${newAssetNumber()}`;
  const complete = async () => {
    const number = newAssetNumber();
    await member.api.post('/api/devices', { barcodeNumber: number, school: 'SHS' });
    const entry = { issue, actions: 'Done', completed: true };
    expect((await member.api.post(`/api/devices/${number}/logs`, entry)).status).toBe(201);
    return number;
  };
  const numbers = [];
  for (let count = 0; count < 20; count += 1) numbers.push(await complete());
  await page.goto(`/completed-repairs?q=${encodeURIComponent(issue)}`);
  const row = page.getByRole('row').filter({ hasText: numbers[5] });
  await scrollTo(page, row);
  const before = await topOf(row);
  await complete();
  await expect(page.getByRole('heading', { name: 'Pending Sent (21)' })).toBeAttached();
  await expect.poll(() => topOf(row)).toBe(before);
});
