import type { Locator } from '@playwright/test';
import { newDevice } from '../support/device-calls';
import { openDevice } from '../support/devices';
import { expect, holdRequests, success, test } from '../support/ui-journey';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** The vertical position of the element's middle. */
const middle = (part: Locator) =>
  part.evaluate((element) => {
    const { top, height } = element.getBoundingClientRect();
    return top + height / 2;
  });

test('the search field does not move while the list is being filtered', async ({ memberPage: page, member }) => {
  await newDevice(member.api);
  await page.goto('/devices');
  const search = page.getByRole('textbox', { name: 'Search' });
  await expect(page.getByRole('article').first()).toBeVisible();
  const place = () => search.evaluate((field) => field.getBoundingClientRect().top);
  const before = await place();
  const go = await holdRequests(page, /\/api\/devices\?.*q=nowhere/u);
  await search.fill('nowhere');
  await expect(page.getByText('Filtering...')).toBeVisible();
  expect(await place()).toBe(before);
  go();
  await expect(page.getByText('Filtering...')).toBeHidden();
});

test('a checkbox is aligned with its label', async ({ memberPage: page, member }) => {
  const { barcodeNumber } = await newDevice(member.api);
  await openDevice(page, barcodeNumber);
  const tick = page.getByRole('checkbox', { name: 'Completed' });
  await expect(tick).toBeVisible();
  const [box, word] = [tick.locator('xpath=following-sibling::*[1]'), page.getByText('Completed', { exact: true })];
  expect(Math.abs((await middle(box)) - (await middle(word)))).toBeLessThan(1);
});

test('the close button of a one-line toast is aligned with its text', async ({ memberPage: page, member }) => {
  const { barcodeNumber } = await newDevice(member.api);
  await openDevice(page, barcodeNumber);
  await page.getByRole('textbox', { name: 'Issue', exact: true }).fill('Loose hinge');
  await page.getByRole('button', { name: 'Add Entry' }).tap();
  const toast = success(page, 'Repair entry added successfully');
  const [title, cross] = [toast.getByText('Repair entry added'), toast.getByRole('button', { name: 'Dismiss' })];
  await expect(title).toBeVisible();
  const line = await title.evaluate(
    (text) => text.getBoundingClientRect().top + parseFloat(getComputedStyle(text).lineHeight) / 2,
  );
  expect(Math.abs((await middle(cross)) - line)).toBeLessThan(1);
});
