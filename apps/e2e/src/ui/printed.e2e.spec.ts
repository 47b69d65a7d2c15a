import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Api } from '../support/api';
import { newAssetNumber } from '../support/devices';
import { expect, test } from '../support/ui-journey';

const LONG = 'Replaced the hinge and the cable. '.repeat(40).trim();

/** Opens the page in a browser in dark mode. */
async function open(page: Page, path: string): Promise<void> {
  await showOnScreen(page);
  await page.goto(path);
  await untilDrawn(page);
}

async function untilDrawn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

const showOnScreen = (page: Page) => page.emulateMedia({ colorScheme: 'dark', media: 'screen' });
const showPrinted = (page: Page) => page.emulateMedia({ colorScheme: 'dark', media: 'print' });

/** Goes on from the screen that was printed to another, by a link, and shows that as it is printed. */
async function followAndPrint(page: Page, link: string, heading: string): Promise<void> {
  await showOnScreen(page);
  await page.getByRole('link', { name: link, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await untilDrawn(page);
  await showPrinted(page);
}

/** On white and without controls. */
async function expectOnPaper(page: Page): Promise<void> {
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(
    page.locator('button:not([data-printed]), input, textarea, select').filter({ visible: true }),
  ).toHaveCount(0);
  await expect(page.locator('.app')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(36, 36, 36)');
}

/** A device with a completed repair. */
async function repairedDevice(api: Api, assetNumber = newAssetNumber()): Promise<string> {
  await api.post('/api/devices', { barcodeNumber: assetNumber, school: 'SHS', notes: LONG.slice(0, 500) });
  await api.post(`/api/devices/${assetNumber}/logs`, { issue: 'Hinge broken', actions: LONG, completed: true });
  return assetNumber;
}

test('a device prints in full, in one column, on white and without controls', async ({ adminPage: page, admin }) => {
  const assetNumber = await repairedDevice(admin);
  await page.setViewportSize({ width: 1000, height: 700 });
  await open(page, `/devices/${assetNumber}`);
  await showPrinted(page);
  await expectOnPaper(page);
  await expect(page.getByText('Back to devices')).toBeHidden();

  await test.step('no heading stands alone at the foot of a page', async () => {
    const card = await page.getByRole('region', { name: 'Device', exact: true }).boundingBox();
    const timeline = await page.getByRole('region', { name: 'Repair Timeline' }).boundingBox();
    expect(timeline?.y).toBeGreaterThanOrEqual((card?.y ?? 0) + (card?.height ?? 0));
    await expect(page.getByRole('heading', { name: 'Repair Timeline' })).toHaveCSS('break-after', 'avoid');
    await expect(page.getByRole('definition').first()).toHaveCSS('break-inside', 'avoid');
  });

  await test.step('the timeline has exact times, and its line even if the browser leaves out backgrounds', async () => {
    const entry = page.getByRole('region', { name: 'Repair Timeline' }).getByRole('listitem').first();
    await expect(entry).toContainText('Fixed: ');
    await expect(entry).toHaveCSS('print-color-adjust', 'exact');
    const time = entry.locator('time');
    await expect(time.locator('span').first()).toBeHidden();
    const shown = await time.evaluate((element) => getComputedStyle(element, '::after').content);
    expect(shown).toBe(`"${await time.getAttribute('data-tooltip')}"`);
  });

  const backdrop = page.locator('.fui-DialogSurface__backdrop');
  const dialog = page.locator('[role="dialog"]');
  await test.step('with a dialog open, the page below prints', async () => {
    await showOnScreen(page);
    await page.getByRole('button', { name: 'Edit Device' }).click();
    await expect(dialog).toBeVisible();
    await showPrinted(page);
    await expect(dialog).toBeHidden();
    await expect(backdrop).toBeHidden();
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(page.locator('h1')).toBeVisible();
  });

  await test.step('the history that a dialog shows prints instead of the page below', async () => {
    await showOnScreen(page);
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
});

test('completed repairs print as a table on upright paper too, the other screens without their controls', async ({
  adminPage: page,
  admin,
}) => {
  const word = `P${randomUUID().slice(0, 8)}`;
  for (const place of [1, 2]) await repairedDevice(admin, `${word}-${place}`);
  await admin.patch(`/api/devices/${word}-2/billing-notes`, { billingNotes: 'PO 17' });
  await page.route('**/api/billing/completed?*', (route, request) =>
    route.continue({ url: request.url().replace('limit=50', 'limit=1') }),
  );

  await test.step('Completed Repairs, which say how many of them are shown', async () => {
    await open(page, `/completed-repairs?q=${word}`);
    await page.setViewportSize({ width: 720, height: 1000 });
    await showPrinted(page);
    await expectOnPaper(page);
    const row = page.getByRole('row').filter({ hasText: `${word}-2` });
    await expect(row.getByText('PO 17')).toBeVisible();
    await expect(page.getByText('Actions', { exact: true }).filter({ visible: true })).toHaveCount(0);
    await expect(row.locator('[data-column="Work Performed"] div').last()).toHaveCSS('max-height', 'none');
    await expect(page.getByText('1 of 2 shown')).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Work Performed' })).toBeInViewport();
    await expect(page.getByRole('cell', { name: `${word}-2`, exact: true })).toHaveCSS('display', 'table-cell');
    const { width, paper } = await page.evaluate(() => ({ width: document.body.scrollWidth, paper: innerWidth }));
    expect(width).toBeLessThanOrEqual(paper);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('Analytics, with bars even if the browser leaves out backgrounds', async () => {
    await followAndPrint(page, 'Analytics', 'Analytics Dashboard');
    await expectOnPaper(page);
    const track = page.getByRole('region', { name: 'Common Issues' }).locator('li > div').first();
    await expect(track).toHaveCSS('print-color-adjust', 'exact');
  });

  const controls = page.locator('a.fui-Button, article a, .fui-Field').filter({ visible: true });
  for (const [link, heading, panels] of [
    ['Devices', 'Device Management', ['Filter Devices']],
    ['Admin', 'Admin Panel', ['Export Data', 'Device Actions', 'System Status']],
    ['Open System Status', 'System Status', []],
  ] as const) {
    await test.step(`${heading}, without links that are buttons and panels that only hold controls`, async () => {
      await followAndPrint(page, link, heading);
      await expect(controls).toHaveCount(0);
      for (const panel of panels) await expect(page.getByRole('heading', { name: panel, level: 2 })).toHaveCount(0);
    });
  }

  await test.step('Profile Settings, without the name field', async () => {
    await showOnScreen(page);
    await page.getByRole('button', { name: /^User menu/u }).click();
    await page.getByRole('menuitem', { name: 'Profile Settings' }).click();
    await expect(page.getByText('Email cannot be changed')).toBeAttached();
    await showPrinted(page);
    await expect(page.locator('main section').first()).toBeHidden();
  });

  await test.step('no tooltip', async () => {
    await open(page, '/profile');
    await page.getByRole('button', { name: 'Help' }).hover();
    await expect(page.getByRole('tooltip')).toBeVisible();
    await showPrinted(page);
    await expect(page.getByRole('tooltip')).toHaveCount(0);
  });
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

  await showOnScreen(page);
  await expect.poll(() => rows.count()).toBeLessThan(60);
  await expect(page.getByText('200 of 210 shown')).toBeHidden();
});
