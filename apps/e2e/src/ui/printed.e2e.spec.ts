import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Api } from '../support/api';
import { newAssetNumber } from '../support/devices';
import { expect, test } from '../support/ui-journey';

const LONG = 'Replaced the hinge and the cable. '.repeat(40).trim();

/** Opens the screen as it is printed from a browser in dark mode. */
async function print(page: Page, path: string): Promise<void> {
  await open(page, path);
  await showPrinted(page);
}

async function open(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', media: 'screen' });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

const showPrinted = (page: Page) => page.emulateMedia({ colorScheme: 'dark', media: 'print' });

/** A device with a completed repair. */
async function repairedDevice(api: Api): Promise<string> {
  const assetNumber = newAssetNumber();
  await api.post('/api/devices', { barcodeNumber: assetNumber, school: 'SHS', notes: LONG.slice(0, 500) });
  await api.post(`/api/devices/${assetNumber}/logs`, { issue: 'Hinge broken', actions: LONG, completed: true });
  return assetNumber;
}

test('a device, the completed repairs and the analytics print in full, on white and without controls', async ({
  adminPage: page,
  admin,
}) => {
  const assetNumber = await repairedDevice(admin);
  await admin.patch(`/api/devices/${assetNumber}/billing-notes`, { billingNotes: 'PO 17' });

  for (const path of [`/devices/${assetNumber}`, `/completed-repairs?q=${assetNumber}`, '/analytics']) {
    await test.step(path.replace(assetNumber, '…'), async () => {
      await print(page, path);
      await expect(page.getByRole('banner')).toBeHidden();
      await expect(
        page.locator('button:not([data-printed]), input, textarea, select').filter({ visible: true }),
      ).toHaveCount(0);
      await expect(page.locator('.app')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
      await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(36, 36, 36)');
    });
  }

  await print(page, `/completed-repairs?q=${assetNumber}`);
  const row = page.getByRole('row').filter({ hasText: assetNumber });
  await expect(row.getByText('PO 17')).toBeVisible();
  await expect(page.getByText('Actions', { exact: true }).filter({ visible: true })).toHaveCount(0);
  await expect(row.locator('[data-column="Work Performed"] div').last()).toHaveCSS('max-height', 'none');

  await print(page, `/devices/${assetNumber}`);
  await expect(page.getByText('Back to devices')).toBeHidden();
  const time = page.getByRole('listitem').filter({ hasText: 'Fixed: ' }).locator('time');
  await expect(time.locator('span').first()).toBeHidden();
  const shown = await time.evaluate((element) => getComputedStyle(element, '::after').content);
  expect(shown).toBe(`"${await time.getAttribute('data-tooltip')}"`);
});

test('with a dialog open, the page below prints, or the history that the dialog shows', async ({
  adminPage: page,
  admin,
}) => {
  const assetNumber = await repairedDevice(admin);
  const backdrop = page.locator('.fui-DialogSurface__backdrop');
  const dialog = page.locator('[role="dialog"]');
  await open(page, `/devices/${assetNumber}`);

  await page.getByRole('button', { name: 'Edit Device' }).click();
  await expect(dialog).toBeVisible();
  await showPrinted(page);
  await expect(dialog).toBeHidden();
  await expect(backdrop).toBeHidden();
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.locator('h1')).toBeVisible();

  await page.emulateMedia({ media: 'screen' });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Full History' }).click();
  await expect(dialog.getByText('Repair completed')).toBeVisible();
  await showPrinted(page);
  await expect(backdrop).toBeHidden();
  await expect(page.locator('.app')).toBeHidden();
  await expect(dialog).toHaveCSS('position', 'static');
  const text = page.getByRole('region', { name: 'What was done' });
  expect(await text.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
});

test('the list prints all rows that are loaded, one below the other, its filters, and how many devices there are', async ({
  memberPage: page,
  member,
}) => {
  const model = `P-${randomUUID()}`;
  const devices = Array.from({ length: 210 }, (_, index) => ({ barcodeNumber: `${model.slice(0, 10)}-${index}` }));
  await member.api.post('/api/devices/bulk', { common: { school: 'SHS', model, priority: 'Low' }, devices });
  const rows = page.getByRole('article');

  await open(page, `/devices?q=${model}&priority=Low`);
  await expect(rows.first()).toBeVisible();
  const filters = page.getByText(`“${model}” · Low priority`);
  await expect(filters).toBeHidden();
  await showPrinted(page);
  await expect(page.getByText('210 devices found')).toBeVisible();
  await expect(filters).toBeVisible();
  await expect(rows).toHaveCount(200);
  await expect(page.getByText('200 of 210 shown')).toBeVisible();
  const gaps = await page.getByRole('list', { name: 'Devices' }).evaluate((list) => {
    const places = [...list.children].map((item) => item.getBoundingClientRect());
    return places.slice(1).filter(({ top }, index) => Math.abs(top - (places[index]?.bottom ?? 0)) > 1).length;
  });
  expect(gaps).toBe(0);
  await expect(page.getByRole('region', { name: 'Recent Activity entries' })).toHaveCSS('max-height', 'none');

  await page.emulateMedia({ media: 'screen' });
  await expect.poll(() => rows.count()).toBeLessThan(60);
  await expect(page.getByText('200 of 210 shown')).toBeHidden();
});

test('a printed device stands in one column, and no heading stands alone at the foot of a page', async ({
  adminPage: page,
  admin,
}) => {
  const assetNumber = await repairedDevice(admin);
  await page.setViewportSize({ width: 1000, height: 700 });
  await print(page, `/devices/${assetNumber}`);
  const card = await page.getByRole('region', { name: 'Device', exact: true }).boundingBox();
  const timeline = await page.getByRole('region', { name: 'Repair Timeline' }).boundingBox();
  expect(timeline?.y).toBeGreaterThanOrEqual((card?.y ?? 0) + (card?.height ?? 0));
  await expect(page.getByRole('heading', { name: 'Repair Timeline' })).toHaveCSS('break-after', 'avoid');
  await expect(page.getByRole('definition').first()).toHaveCSS('break-inside', 'avoid');
});

test('bars and the timeline print even if the browser leaves out backgrounds', async ({ adminPage: page, admin }) => {
  const assetNumber = await repairedDevice(admin);
  await print(page, '/analytics');
  const track = page.getByRole('region', { name: 'Common Issues' }).locator('li > div').first();
  await expect(track).toHaveCSS('print-color-adjust', 'exact');
  await print(page, `/devices/${assetNumber}`);
  await expect(page.getByRole('region', { name: 'Repair Timeline' }).getByRole('listitem').first()).toHaveCSS(
    'print-color-adjust',
    'exact',
  );
});

test('links that are buttons, panels that only hold controls, and tooltips do not print', async ({
  adminPage: page,
  admin,
}) => {
  await repairedDevice(admin);
  const controls = page.locator('a.fui-Button, article a, .fui-Field').filter({ visible: true });
  for (const [path, panels] of [
    ['/devices', ['Filter Devices']],
    ['/admin', ['Export Data', 'Device Actions', 'System Status']],
    ['/admin/status', []],
  ] as const) {
    await test.step(path, async () => {
      await print(page, path);
      await expect(controls).toHaveCount(0);
      for (const panel of panels) await expect(page.getByRole('heading', { name: panel })).toHaveCount(0);
    });
  }
  await print(page, '/profile');
  await expect(page.getByText('Email cannot be changed')).toBeAttached();
  await expect(page.locator('main section').first()).toBeHidden();
  await open(page, '/devices');
  await page.getByRole('button', { name: 'Help' }).hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await showPrinted(page);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
});

test('completed repairs print as a table on upright paper too, and say how many of them are shown', async ({
  adminPage: page,
  admin,
}) => {
  const word = `P${randomUUID().slice(0, 8)}`;
  for (const place of [1, 2]) {
    await admin.post('/api/devices', { barcodeNumber: `${word}-${place}`, school: 'SHS' });
    await admin.post(`/api/devices/${word}-${place}/logs`, { issue: 'Hinge', actions: 'New hinge', completed: true });
  }
  await page.route('**/api/billing/completed?*', (route, request) =>
    route.continue({ url: request.url().replace('limit=50', 'limit=1') }),
  );
  await page.setViewportSize({ width: 720, height: 1000 });
  await print(page, `/completed-repairs?q=${word}`);
  await expect(page.getByText('1 of 2 shown')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Work Performed' })).toBeInViewport();
  await expect(page.getByRole('cell', { name: `${word}-2` })).toHaveCSS('display', 'table-cell');
  const { width, paper } = await page.evaluate(() => ({ width: document.body.scrollWidth, paper: innerWidth }));
  expect(width).toBeLessThanOrEqual(paper);
});
