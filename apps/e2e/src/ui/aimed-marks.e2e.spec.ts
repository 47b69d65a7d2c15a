import type { Locator, Page } from '@playwright/test';
import type { Api } from '../support/api';
import { complete, newDevice } from '../support/device-calls';
import { newAssetNumber } from '../support/devices';
import { callsOf, expect, pageOf, test } from '../support/ui-journey';

/** Completes a repair of a new device; returns its asset number. */
async function completeNew(api: Api, issue: string): Promise<string> {
  const { barcodeNumber } = await newDevice(api);
  await complete(api, barcodeNumber, { issue });
  return barcodeNumber;
}

const row = (page: Page, assetNumber: string) => page.getByRole('row').filter({ hasText: assetNumber });
const mark = (page: Page, assetNumber: string) => row(page, assetNumber).getByRole('button', { name: 'Mark as Sent' });
const listed = (page: Page, title: RegExp | string) =>
  page.getByRole('region', { name: title }).getByRole('cell').getByRole('link');

/** Shows the pending repairs with this issue, one below the other, without a need to scroll. */
async function openPending(page: Page, issue: string, numbers: readonly string[]): Promise<void> {
  await page.goto(`/completed-repairs?q=${encodeURIComponent(issue)}`);
  await expect(listed(page, `Pending Sent (${numbers.length})`)).toHaveText(numbers);
  expect(await page.evaluate(() => scrollY)).toBe(0);
}

/** The asset numbers of the repairs that are sent. */
async function sentOf(page: Page): Promise<string[]> {
  await expect(page.getByRole('region', { name: 'Already Sent' })).toBeVisible();
  return listed(page, 'Already Sent').allTextContents();
}

test('a repair completed elsewhere does not move the row under the pointer', async ({ adminPage: page, admin }) => {
  const issue = `Aimed ${newAssetNumber()}`;
  const older = await completeNew(admin, issue);
  const aimed = await completeNew(admin, issue);
  await openPending(page, issue, [aimed, older]);

  await mark(page, aimed).hover();
  const latest = await completeNew(admin, issue);
  await expect(row(page, latest)).toBeVisible();
  await page.mouse.down();
  await page.mouse.up();
  expect(await sentOf(page)).toEqual([aimed]);

  await page.getByRole('heading', { name: 'Completed Repairs' }).hover();
  await expect(listed(page, 'Pending Sent (2)')).toHaveText([latest, older]);
});

/** Presses what is in the place of the button as soon as its row has moved; starts watching before the row moves. */
async function pressWhenMoved(button: Locator) {
  return button.evaluateHandle((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return {
      pressed: new Promise<void>((pressed) => {
        new MutationObserver((_, watch) => {
          if (element.getBoundingClientRect().top === top) return;
          watch.disconnect();
          (document.elementFromPoint(left + width / 2, top + height / 2) as HTMLElement).click();
          pressed();
        }).observe(document.body, { childList: true, subtree: true });
      }),
    };
  });
}

test('a tap in the moment when a repair completed elsewhere moves the rows marks none of them', async ({
  browser,
  url,
  admin,
}) => {
  const page = await pageOf(browser, url, admin, { viewport: { width: 390, height: 844 }, hasTouch: true });
  const issue = `Tapped ${newAssetNumber()}`;
  const aimed = await completeNew(admin, issue);
  await openPending(page, issue, [aimed]);
  const calls = callsOf(page);
  const tap = await pressWhenMoved(mark(page, aimed));
  const latest = await completeNew(admin, issue);
  await tap.evaluate(({ pressed }) => pressed);
  await expect(listed(page, 'Pending Sent (2)')).toHaveText([latest, aimed]);
  // A call triggered by the tap would have been made before this one.
  await page.evaluate(() => fetch('/api/district'));
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);

  await mark(page, aimed).tap();
  expect(await sentOf(page)).toEqual([aimed]);
  await page.context().close();
});
