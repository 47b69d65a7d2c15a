import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { deviceIn, log, newDevice, startWork } from '../support/device-calls';
import { newAssetNumber, rowOf } from '../support/devices';
import { expect, success, test } from '../support/ui-journey';

const filters = (page: Page) => page.getByRole('region', { name: 'Filter Devices' });
const choose = (page: Page, name: string, value: string) =>
  filters(page).getByRole('combobox', { name }).selectOption(value);
const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

// proves s1.staff.dashboard
test('a Member finds devices on the dashboard and repairs one from the list', async ({
  memberPage: page,
  member,
  admin,
}) => {
  const model = `M-${randomUUID()}`;
  const issue = `Issue ${newAssetNumber()}`;
  const fields = { model, priority: 'High', studentName: 'Ada Park' };
  const { barcodeNumber } = await newDevice(member.api, fields);
  const others = [await newDevice(member.api, { model, school: 'SMS' }), await deviceIn('COMPLETED', admin, { model })];
  await log(member.api, barcodeNumber, { issue });
  const row = rowOf(page, barcodeNumber);
  await page.goto('/devices');
  await expect(page.getByRole('article').first()).toBeVisible();
  const activity = page.getByRole('region', { name: 'Recent Activity', exact: true });

  // proves s2.devices.stats-strip-below-header s2.devices.filter-bar-below-header s2.devices.list-width
  // proves s2.devices.activity-width
  await test.step('counts and filters are below the heading, recent activity is beside the list', async () => {
    const heading = await boxOf(page.getByRole('heading', { level: 1 }));
    const tiles = await boxOf(page.getByRole('region', { name: 'Device counts' }));
    const panel = await boxOf(filters(page));
    expect(tiles.y).toBeGreaterThan(heading.y + heading.height);
    expect(panel.y).toBeGreaterThan(tiles.y + tiles.height - 1);
    const list = await boxOf(page.getByRole('list', { name: 'Devices' }));
    const beside = await boxOf(activity);
    expect(list.width / (list.width + beside.width)).toBeCloseTo(0.75, 1);
    expect(beside.x).toBeGreaterThan(list.x + list.width);
  });
  // proves s2.devices.activity-scrolls
  await test.step('recent activity shows the new entry, and scrolls beyond its maximum height', async () => {
    await expect(activity.getByRole('listitem').filter({ hasText: issue })).toContainText(barcodeNumber);
    const entries = page.getByRole('region', { name: 'Recent Activity entries' });
    await entries
      .locator('li')
      .first()
      .evaluate((item) => Object.assign(item.style, { height: '900px' }));
    expect((await boxOf(entries)).height).toBeCloseTo(384, 0);
    expect(await entries.evaluate((element) => getComputedStyle(element).overflowY)).toBe('auto');
  });
  await test.step('a text and the filters narrow the list', async () => {
    await page.getByPlaceholder(/Search/u).fill(model);
    await expect(page.getByText('3 devices found')).toBeVisible();
    for (const { barcodeNumber } of others) await expect(rowOf(page, barcodeNumber)).toBeVisible();
    await choose(page, 'School', 'SHS');
    await expect(page.getByText('2 devices found')).toBeVisible();
    await choose(page, 'Status', 'INTAKE');
    await choose(page, 'Priority', 'High');
    await expect(page.getByText('1 device found')).toBeVisible();
    await expect(row).toBeVisible();
  });
  await test.step('the card shows the device, on a phone too', async () => {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const text of [barcodeNumber, 'SHS', model, 'Ada Park', 'Intake']) {
        await expect(row.getByText(text, { exact: true })).toBeVisible();
      }
    }
  });
  await choose(page, 'Status', 'ALL');
  // proves s1.dashboard.live-updates
  await test.step('a change made by somebody else shows without a reload', async () => {
    await page.evaluate(() => Object.assign(window, { before: true }));
    await startWork(admin, barcodeNumber);
    await expect(row).toContainText('In Progress');
    expect(await page.evaluate(() => 'before' in window)).toBe(true);
  });
  // proves s1.staff.mark-completed s6.member.completes-repairs
  await test.step('the repair is completed', async () => {
    await page.getByRole('button', { name: `Quick actions for ${barcodeNumber}` }).click();
    await page.getByRole('menuitem', { name: 'Complete Repair' }).click();
    await page.getByRole('dialog').getByLabel('Work Performed').fill('New keyboard');
    await page.getByRole('dialog').getByRole('button', { name: 'Complete Repair' }).click();
    await expect(success(page, 'Repair completed successfully')).toBeVisible();
    await expect(row).toContainText('Completed');
  });
});
