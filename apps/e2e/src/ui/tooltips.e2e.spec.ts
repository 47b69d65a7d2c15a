import { devices as phones, type Locator, type Page } from '@playwright/test';
import { newDevice } from '../support/device-calls';
import { rowOf } from '../support/devices';
import { expect, test } from '../support/ui-journey';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
const tip = (page: Page) => page.getByRole('tooltip');

/**
 * A page whose clock moves only when told to, with the pointer over nothing. `shown` must be there first, because the
 * clock then leaps a minute ahead and pending reads do not wait for that.
 */
async function openStill(page: Page, path: string, shown: Locator = button(page, 'Theme')) {
  await page.clock.install();
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(shown).toBeVisible();
  await page.mouse.move(640, 790);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.clock.runFor(2_000);
}

test('a tooltip opens after a delay, the next one at once, where there is something to say', async ({
  memberPage: page,
  member,
}) => {
  const initialIssue = 'Screen cracked/broken, Keyboard not working, Touchpad issues, Charging problems, Liquid damage';
  const { barcodeNumber } = await newDevice(member.api, { initialIssue, model: 'M1' });
  const row = rowOf(page, barcodeNumber);
  const opener = button(page, `Quick actions for ${barcodeNumber}`);
  await openStill(page, `/devices?q=${barcodeNumber}`, opener);
  // proves s9.tooltip-open-delay
  await test.step('the first tooltip opens after 700 ms', async () => {
    await button(page, 'Help').hover();
    await page.clock.runFor(699);
    await expect(tip(page)).toHaveCount(0);
    await page.clock.runFor(1);
    await expect(tip(page)).toHaveText('Help');
  });
  const leave = async () => {
    await page.mouse.move(640, 790);
    await page.clock.runFor(100);
    await expect(tip(page)).toHaveCount(0);
  };
  // proves s9.tooltip-skip-delay
  await test.step('the next tooltip opens at once within 300 ms after one closed', async () => {
    await leave();
    await page.clock.runFor(299);
    await button(page, 'Theme').hover();
    await expect(tip(page)).toHaveText('Theme');
  });
  await test.step('the delay applies again later', async () => {
    await leave();
    await page.clock.runFor(301);
    await button(page, 'Help').hover();
    await page.clock.runFor(600);
    await expect(tip(page)).toHaveCount(0);
    await page.clock.runFor(100);
    await expect(tip(page)).toHaveText('Help');
  });
  await test.step('Escape or a click closes the tooltip', async () => {
    await page.keyboard.press('Escape');
    await expect(tip(page)).toHaveCount(0);
    await leave();
    await button(page, 'Theme').hover();
    await expect(tip(page)).toHaveText('Theme');
    await button(page, 'Theme').click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expect(tip(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await leave();
  });
  await test.step('a tooltip opens on keyboard focus', async () => {
    await page.getByRole('link', { name: 'Devices', exact: true }).focus();
    await page.keyboard.press('Tab');
    await expect(button(page, 'Help')).toBeFocused();
    await page.clock.runFor(700);
    await expect(tip(page)).toHaveText('Help');
    await page.keyboard.press('Tab');
    await expect(tip(page)).toHaveText('Theme');
  });
  const over = async (what: Locator) => {
    const { x, y, width, height } = await boxOf(what.first());
    await page.mouse.move(x + Math.min(width, 40) / 2, y + height / 2);
    await page.clock.runFor(700);
  };
  await test.step('a truncated issue has a tooltip with the full text', async () => {
    await over(row.getByText('Screen cracked'));
    await expect(tip(page)).toHaveText(initialIssue);
  });
  await test.step('a relative time has a tooltip with the exact time', async () => {
    await over(row.locator('time'));
    await expect(tip(page)).toHaveText(/^\w+ \d+, \d{4}, \d+:\d\d [AP]M$/u);
  });
  await test.step('a text that fits has no tooltip', async () => {
    await over(row.getByText('M1'));
    await expect(tip(page)).toHaveCount(0);
  });
  await test.step('a button has no tooltip while its menu is open', async () => {
    await opener.hover();
    await page.clock.runFor(700);
    await expect(tip(page)).toHaveText('Quick actions');
    await opener.click();
    await expect(page.getByRole('menu')).toBeVisible();
    const { x, y } = await boxOf(opener);
    await page.mouse.move(x + 10, y + 12);
    await page.clock.runFor(1_000);
    await expect(tip(page)).toHaveCount(0);
  });
});

test('a tap opens no tooltip', async ({ browser, url, member }) => {
  const [name = '', value = ''] = member.api.cookie().split('; ')[0]?.split('=') ?? [];
  const context = await browser.newContext({ ...phones['Pixel 7'] });
  await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`${url}/profile`);
  await button(page, 'Help').tap();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(tip(page)).toHaveCount(0);
  await context.close();
});
