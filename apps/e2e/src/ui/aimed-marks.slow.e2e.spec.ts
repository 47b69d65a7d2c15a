import type { Browser, Locator, Page } from '@playwright/test';
import type { Api } from '../support/api';
import { complete, newDevice } from '../support/device-calls';
import { newAssetNumber } from '../support/devices';
import { callsOf, expect, holdRequests, pageOf, success, test, type Call } from '../support/ui-journey';

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

const phone = (browser: Browser, url: string, api: Api) =>
  pageOf(browser, url, api, { viewport: { width: 390, height: 844 }, hasTouch: true });

/** The paths of the changes that were sent, including one triggered a moment ago. */
async function changesIn(page: Page, calls: readonly Call[]): Promise<string[]> {
  await page.evaluate(() => fetch('/api/district'));
  return calls.filter(({ method }) => method !== 'GET').map(({ path }) => path);
}

/** Waits until the button has been in its place long enough for a tap to count. */
const waitUntilArmed = (button: Locator) => button.tap({ trial: true });

/** Presses what is in the place of the button as soon as it has moved or gone; starts watching before that. */
async function pressWhenGone(button: Locator) {
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
  const page = await phone(browser, url, admin);
  const issue = `Tapped ${newAssetNumber()}`;
  const aimed = await completeNew(admin, issue);
  await openPending(page, issue, [aimed]);
  const calls = callsOf(page);
  await waitUntilArmed(mark(page, aimed));
  const tap = await pressWhenGone(mark(page, aimed));
  const latest = await completeNew(admin, issue);
  await tap.evaluate(({ pressed }) => pressed);
  await expect(listed(page, 'Pending Sent (2)')).toHaveText([latest, aimed]);
  expect(await changesIn(page, calls)).toEqual([]);

  await mark(page, aimed).tap();
  expect(await sentOf(page)).toEqual([aimed]);
  await page.context().close();
});

test('impatient taps on Save save the notes once and do not mark the repair', async ({ browser, url, admin }) => {
  const page = await phone(browser, url, admin);
  const issue = `Noted ${newAssetNumber()}`;
  const noted = await completeNew(admin, issue);
  await openPending(page, issue, [noted]);
  const calls = callsOf(page);
  const answer = await holdRequests(page, '**/billing-notes', 'PATCH');
  await row(page, noted).getByText('Click to add notes').tap();
  await row(page, noted).getByRole('textbox').fill('Invoice 12');
  const save = row(page, noted).getByRole('button', { name: /^Sav/u });
  await waitUntilArmed(mark(page, noted));
  await save.tap();
  const tap = await pressWhenGone(save);
  await test.step('while the notes are being saved, the button says so', async () => {
    await expect(save).toHaveText('Saving...');
    await expect(save).toBeDisabled();
  });
  await test.step('a tap in the moment when the notes close does nothing', async () => {
    answer();
    await tap.evaluate(({ pressed }) => pressed);
    await expect(success(page, 'Billing notes updated successfully')).toBeVisible();
    expect(await changesIn(page, calls)).toEqual([`/api/devices/${noted}/billing-notes`]);
  });
  await mark(page, noted).tap();
  expect(await sentOf(page)).toEqual([noted]);
  await page.context().close();
});
