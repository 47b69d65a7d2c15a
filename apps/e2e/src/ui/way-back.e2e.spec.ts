import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Api } from '../support/api';
import { log } from '../support/device-calls';
import { rowOf } from '../support/devices';
import { expect, test } from '../support/ui-journey';

test.use({ viewport: { width: 1280, height: 600 } });

/** More devices than fit on the screen, of a model of their own; returns the address of their list. */
async function takeInSome(api: Api) {
  const model = `W-${randomUUID()}`;
  const numbers = Array.from({ length: 15 }, (_, index) => `${model.slice(0, 10)}-${index}`);
  const devices = numbers.map((barcodeNumber) => ({ barcodeNumber }));
  const { status } = await api.post('/api/devices/bulk', {
    common: { school: 'SHS', model, priority: 'Medium' },
    devices,
  });
  expect(status).toBe(200);
  return { path: `/devices?q=${model}`, model, numbers: numbers as [string, ...string[]] };
}

const place = (page: Page) => page.evaluate(() => scrollY);
/** Resolves after the next two frames. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Device Management' });
const back = (page: Page) => page.getByRole('link', { name: 'Back to devices' });
const openRow = (page: Page, number: string) => rowOf(page, number).getByRole('link', { name: number });

test('the link to the content leaves the way back to the list as it was', async ({ memberPage: page, member }) => {
  const { path, model, numbers } = await takeInSome(member.api);
  await page.goto(path);
  await openRow(page, numbers[0]).click();
  await expect(page.getByRole('heading', { level: 1, name: numbers[0] })).toBeFocused();
  await page.evaluate(() => scrollTo(0, 200));
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  expect(await place(page)).toBe(0);
  expect(new URL(page.url()).hash).toBe('');
  await back(page).click();
  await expect(page).toHaveURL(new RegExp(`[?]q=${model}`, 'u'));
});

test('a closed Quick Intake leaves the list where it was', async ({ memberPage: page, member }) => {
  const { path, numbers } = await takeInSome(member.api);
  await page.goto(path);
  await expect(rowOf(page, numbers[0])).toBeVisible();
  // As after the change from another screen; the journeys beside this one would move an unfiltered list.
  await heading(page).evaluate((title) => {
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
  });
  await page.evaluate(() => scrollTo(0, 400));
  await drawn(page);
  const left = await place(page);
  expect(left).toBeGreaterThan(200);
  await page.keyboard.press('/');
  const dialog = page.getByRole('dialog', { name: 'Quick Intake' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  // The focus returns in the frame after the dialog has gone.
  await drawn(page);
  await expect(heading(page)).toBeFocused();
  expect(await place(page)).toBe(left);
});

test('a device opened from the recent activity leads back to the filtered list', async ({
  memberPage: page,
  member,
}) => {
  const { path, model, numbers } = await takeInSome(member.api);
  await log(member.api, numbers[0]);
  await page.goto(path);
  await page.getByRole('region', { name: 'Recent Activity' }).getByRole('link', { name: numbers[0] }).click();
  await back(page).click();
  await expect(page).toHaveURL(new RegExp(`[?]q=${model}`, 'u'));
});

test('the list is where it was left even if its filters had just been changed', async ({
  memberPage: page,
  member,
}) => {
  const { path, numbers } = await takeInSome(member.api);
  await page.goto(path);
  await expect(rowOf(page, numbers[0])).toBeVisible();
  await page.evaluate(() => scrollTo(0, 100));
  await page.getByLabel('Priority').selectOption('Medium');
  await expect(page).toHaveURL(/priority=Medium/u);
  const left = await place(page);
  expect(left).toBeGreaterThan(0);
  await openRow(page, numbers[0]).evaluate((link) => (link as HTMLElement).click());
  await expect(back(page)).toBeVisible();
  await page.goBack();
  await expect.poll(() => place(page)).toBe(left);
});
