import type { Page } from '@playwright/test';
import { newDevice } from '../support/device-calls';
import { openDevice } from '../support/devices';
import { expect, fail, failure, holdRequests, success, test } from '../support/ui-journey';

const scheme = (page: Page) => page.evaluate(() => document.documentElement.style.colorScheme);

async function choose(page: Page, name: string) {
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name }).click();
}

/** The brightness of the page, from 0 to 255. */
function lightness(page: Page) {
  return page.evaluate(() => {
    const [red = 0, green = 0, blue = 0] =
      getComputedStyle(document.documentElement).backgroundColor.match(/\d+/gu)?.map(Number) ?? [];
    return (red + green + blue) / 3;
  });
}

// proves s2.shell.theme-toggle
test('a user chooses the system, dark or light theme', async ({ memberPage: page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/devices');
  // proves d.theme.three-choices d.theme.default-system
  await test.step('three themes are offered, and System is the default', async () => {
    await page.getByRole('button', { name: 'Theme' }).click();
    await expect(page.getByRole('menuitemradio')).toHaveText(['Light', 'Dark', 'System']);
    await expect(page.getByRole('menuitemradio', { name: 'System' })).toHaveAttribute('aria-checked', 'true');
    await page.keyboard.press('Escape');
  });
  // proves s2.theme.system
  await test.step('System follows the color scheme of the system', async () => {
    await expect.poll(() => scheme(page)).toBe('dark');
    expect(await lightness(page)).toBeLessThan(80);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => scheme(page)).toBe('light');
    await expect.poll(() => lightness(page)).toBeGreaterThan(200);
  });
  // proves s2.theme.dark
  await test.step('Dark makes the page dark', async () => {
    await choose(page, 'Dark');
    await expect.poll(() => lightness(page)).toBeLessThan(80);
    expect(await scheme(page)).toBe('dark');
  });
  // proves s2.theme.kept-after-reload s9.theme-storage-key
  await test.step('the choice survives a reload', async () => {
    expect(await page.evaluate(() => localStorage.getItem('vite-ui-theme'))).toBe('dark');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Theme' })).toBeVisible();
    expect(await lightness(page)).toBeLessThan(80);
  });
  // proves s2.theme.light
  await test.step('Light makes the page light', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await choose(page, 'Light');
    await expect.poll(() => lightness(page)).toBeGreaterThan(200);
    expect(await scheme(page)).toBe('light');
  });
});

test('a theme chosen in one tab applies to the others too', async ({ memberPage: page }) => {
  const other = await page.context().newPage();
  for (const tab of [page, other]) await tab.goto('/devices');
  await expect(other.getByRole('button', { name: 'Theme' })).toBeVisible();
  await choose(page, 'Dark');
  await expect.poll(() => scheme(other)).toBe('dark');
  expect(await lightness(other)).toBeLessThan(80);
  await choose(other, 'Light');
  await expect.poll(() => scheme(page)).toBe('light');
});

for (const [choice, system] of [
  ['Dark', 'light'],
  ['Light', 'dark'],
] as const) {
  test(`${choice}, chosen on a ${system} system, applies before the app runs`, async ({ memberPage: page }) => {
    await page.emulateMedia({ colorScheme: system });
    await page.goto('/profile');
    await choose(page, choice);
    const background = await lightness(page);
    await holdRequests(page, '**/assets/*.js');
    await page.reload({ waitUntil: 'commit' });
    await expect.poll(() => lightness(page)).toBe(background);
  });
}

test('toasts show one at a time and close by themselves', async ({ memberPage: page, member }) => {
  const { barcodeNumber } = await newDevice(member.api);
  await page.clock.install();
  await openDevice(page, barcodeNumber);
  const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Dismiss' });
  const save = async () => {
    await page.getByRole('button', { name: 'Edit Device' }).click();
    await page.getByRole('button', { name: 'Save Changes' }).click();
  };
  await save();
  const good = success(page, 'Device updated successfully');
  // proves s2.toast.default-style
  await test.step('a success has the default style', async () => {
    await expect(good).toBeVisible();
  });
  const usual = await good.evaluate((card) => getComputedStyle(card).borderTopColor);
  // proves s2.toast.destructive-style s9.toast-one-at-a-time
  await test.step('a failure replaces it, in a style of its own', async () => {
    await fail(page, '**/api/devices/*/logs', 'POST', 'Away');
    await page.getByRole('textbox', { name: 'Issue', exact: true }).fill('Loose hinge');
    await page.getByRole('button', { name: 'Add Entry' }).click();
    await expect(failure(page, 'Away')).toBeVisible();
    await expect(good).toHaveCount(0);
    await expect(toasts).toHaveCount(1);
    expect(await failure(page, 'Away').evaluate((card) => getComputedStyle(card).borderTopColor)).not.toBe(usual);
  });
  // proves s9.toast-duration
  await test.step('a toast closes after five seconds', async () => {
    await page.clock.pauseAt(Date.now() + 600_000);
    await expect(toasts).toHaveCount(0);
    await save();
    await expect(good).toBeVisible();
    await page.clock.runFor(4_900);
    await expect(good).toBeVisible();
    await page.clock.runFor(101);
    await expect(good).toHaveCount(0);
  });
});
