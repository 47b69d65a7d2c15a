import type { Page } from '@playwright/test';
import { expect, fail, failure, holdRequests, stopMocking, success, test } from '../support/ui-journey';

const scheme = (page: Page) => page.evaluate(() => document.documentElement.style.colorScheme);
const themeButton = (page: Page) => page.getByRole('button', { name: 'Theme' });

async function choose(page: Page, name: string) {
  await themeButton(page).click();
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
test('a user chooses the system, dark or light theme, in all tabs', async ({ memberPage: page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/profile');
  // proves d.theme.three-choices d.theme.default-system
  await test.step('three themes are offered, and System is the default', async () => {
    await themeButton(page).click();
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
  const other = await page.context().newPage();
  await other.goto('/profile');
  await expect(themeButton(other)).toBeVisible();
  // proves s2.theme.dark s9.theme-storage-key
  await test.step('Dark makes the page dark, in the other tab too', async () => {
    await choose(page, 'Dark');
    for (const tab of [page, other]) {
      await expect.poll(() => lightness(tab)).toBeLessThan(80);
      expect(await scheme(tab)).toBe('dark');
    }
    expect(await page.evaluate(() => localStorage.getItem('vite-ui-theme'))).toBe('dark');
  });
  await other.close();
  // proves s2.theme.kept-after-reload
  await test.step('the choice survives a reload, and applies before the app runs', async () => {
    const background = await lightness(page);
    const run = await holdRequests(page, '**/assets/*.js');
    await page.reload({ waitUntil: 'commit' });
    await expect.poll(() => lightness(page)).toBe(background);
    run();
    await expect(themeButton(page)).toBeVisible();
    expect(await lightness(page)).toBe(background);
    await stopMocking(page);
  });
  // proves s2.theme.light
  await test.step('Light makes the page light', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await choose(page, 'Light');
    await expect.poll(() => lightness(page)).toBeGreaterThan(200);
    expect(await scheme(page)).toBe('light');
  });
  // proves s2.toast.default-style s2.toast.destructive-style
  await test.step('a failure has a style other than that of a success', async () => {
    const color = (toast: ReturnType<typeof success>) =>
      toast.evaluate((card) => getComputedStyle(card).borderTopColor);
    const name = page.getByLabel('Display Name');
    const save = page.getByRole('button', { name: 'Save Changes' });
    const own = await name.inputValue();
    await name.fill(`${own} Lind`);
    await fail(page, '**/api/profile', 'PATCH', 'Away');
    await save.click();
    const destructive = await color(failure(page, 'Away'));
    await stopMocking(page);
    await save.click();
    expect(await color(success(page, 'Profile updated successfully'))).not.toBe(destructive);
    await name.fill(own);
    await Promise.all([page.waitForResponse('**/api/profile'), save.click()]);
  });
});
