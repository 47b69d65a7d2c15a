import type { Locator } from '@playwright/test';
import { complete, newDevice } from '../support/device-calls';
import { openDevice } from '../support/devices';
import { expect, test } from '../support/ui-journey';
import { find, goTo, neverRespond } from '../support/views/navigation';

const underline = (link: Locator) => link.evaluate((element) => getComputedStyle(element).borderBottomColor);
const surface = (element: Locator) => element.evaluate((found) => getComputedStyle(found).backgroundColor);

test('in forced colors, only the active link of the navigation is underlined', async ({ adminPage: page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await goTo(page, '/devices', 'Device Management');
  const canvas = await surface(page.getByRole('banner'));
  const navigation = page.getByRole('navigation', { name: 'Main' });
  expect(await underline(navigation.getByRole('link', { name: 'Devices' }))).not.toBe(canvas);
  expect(await underline(navigation.getByRole('link', { name: 'Analytics' }))).toBe(canvas);
});

test('in forced colors, a bar marks only the active link of the folded navigation', async ({ adminPage: page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.setViewportSize({ width: 390, height: 844 });
  await goTo(page, '/devices', 'Device Management');
  await page.getByRole('button', { name: 'Navigation' }).click();
  const bar = (name: string) =>
    page.getByRole('menuitem', { name }).evaluate((link) => {
      const { content, borderLeftWidth, borderLeftColor } = getComputedStyle(link, '::before');
      return content === 'none' ? undefined : `${borderLeftWidth} ${borderLeftColor}`;
    });
  const canvas = await surface(page.getByRole('menuitem', { name: 'Analytics' }));
  expect(await bar('Devices')).toMatch(/^2px /u);
  expect(await bar('Devices')).not.toContain(canvas);
  expect(await bar('Analytics')).toBeUndefined();
});

test('in forced colors, the bars of the analytics are visible', async ({ adminPage: page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const issue = { issue: 'Missing keys', count: 3 };
  const figures = { averageTurnaroundTime: 90, completionsPerDay: 1, commonIssues: [issue], technicianWorkload: [] };
  await page.route('**/api/analytics', (route) => route.fulfill({ json: figures }));
  await goTo(page, '/analytics', 'Analytics Dashboard');
  const issues = page.getByRole('region', { name: 'Common Issues' });
  const bar = issues.getByRole('listitem').filter({ hasText: 'Missing keys' }).locator('[style*="width"]');
  expect(await surface(bar)).not.toBe(await surface(issues));
});

test('in forced colors, what a bar of the analytics is measured against is visible', async ({ adminPage: page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await neverRespond(page, '**/api/analytics');
  await goTo(page, '/analytics', 'Analytics Dashboard');
  const track = page.getByRole('region', { name: 'Common Issues' }).getByRole('listitem').first().locator('div');
  expect(await track.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
});

test('in forced colors, what stands for loading text is visible', async ({ adminPage: page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await neverRespond(page, /\/api\/devices(\?|$)/u);
  await page.goto('/devices');
  const skeleton = page.getByTestId('device-skeleton').first();
  const bar = await surface(skeleton.locator('[style*="width"]').first());
  expect(bar).not.toBe(await surface(skeleton));
  expect(bar, 'a transparent color is not forced').toMatch(/^rgb\(/u);
});

test('in forced colors, the line of the timeline is visible, and a completed repair is filled', async ({
  memberPage: page,
  member,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const { barcodeNumber } = await newDevice(member.api);
  await complete(member.api, barcodeNumber);
  await openDevice(page, barcodeNumber);
  const entries = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem');
  const canvas = await surface(page.getByRole('banner'));
  const line = await entries.first().evaluate((entry) => getComputedStyle(entry, '::before').backgroundColor);
  expect(line).not.toBe(canvas);
  const node = (text: string) => entries.filter({ hasText: text }).locator('> [aria-hidden]').first();
  expect(await surface(node('Replaced the keyboard'))).not.toBe(canvas);
});

test('in forced colors, the link of a row does not touch the border of the button beside it', async ({
  memberPage: page,
  member,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const { barcodeNumber } = await newDevice(member.api);
  const row = await find(page, barcodeNumber);
  const [link, button] = await Promise.all([
    row.getByRole('link').boundingBox(),
    row.getByRole('button').boundingBox(),
  ]);
  if (!link || !button) throw new Error('the row has no link or no button');
  expect(button.x - (link.x + link.width)).toBeGreaterThanOrEqual(4);
});
