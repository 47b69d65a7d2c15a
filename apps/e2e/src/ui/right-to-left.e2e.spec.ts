import type { Locator, Page } from '@playwright/test';
import type { Api } from '../support/api';
import { newAssetNumber } from '../support/devices';
import { expect, test } from '../support/ui-journey';

const TEXT = 'شاشة مكسورة (لا تعمل) abc 123!';

/** In a text that runs from right to left, the last character stands left of the digit before it. */
const runsFromTheRight = (element: Element): boolean => {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let text = texts.nextNode();
  while (text && !text.nodeValue?.includes('123!')) text = texts.nextNode();
  if (!text) return false;
  const leftOf = (sign: string) => {
    const range = document.createRange();
    const at = text.nodeValue?.indexOf(sign) ?? 0;
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect().left;
  };
  return leftOf('!') < leftOf('3');
};

const shows = async (element: Locator, where: string) =>
  expect(await element.first().evaluate(runsFromTheRight), where).toBe(true);

/** The left and right edges of an element's content on the line. */
const sidesOf = (element: Locator): Promise<{ left: number; right: number }> =>
  element.evaluate((found) => {
    const range = document.createRange();
    range.selectNodeContents(found);
    const parts = [...range.getClientRects()];
    return { left: Math.min(...parts.map(({ left }) => left)), right: Math.max(...parts.map(({ right }) => right)) };
  });

/** Returns the number of a device with all its texts written from right to left. */
async function repairedDevice(api: Api): Promise<string> {
  const barcodeNumber = newAssetNumber();
  const device = { barcodeNumber, school: 'SHS', studentName: TEXT, initialIssue: TEXT, notes: TEXT };
  expect((await api.post('/api/devices', device)).status).toBe(201);
  const entry = { issue: TEXT, actions: TEXT, comments: TEXT, completed: true };
  expect((await api.post(`/api/devices/${barcodeNumber}/logs`, entry)).status).toBe(201);
  await api.patch(`/api/devices/${barcodeNumber}/billing-notes`, { billingNotes: TEXT });
  return barcodeNumber;
}

async function onTheDevice(page: Page, assetNumber: string): Promise<void> {
  await page.goto(`/devices/${assetNumber}`);
  for (const fact of ['Student', 'Initial Issue', 'Notes'])
    await shows(page.locator(`dt:text-is("${fact}") + dd`), `detail: ${fact}`);
  const entry = page.getByRole('listitem').filter({ hasText: 'Fixed: ' }).getByRole('paragraph');
  await expect(entry).toHaveCount(3);
  for (const line of await entry.all()) await shows(line, 'timeline');
  const field = page.getByLabel(/^Issue/u);
  await field.fill(TEXT);
  await expect(field).toHaveCSS('direction', 'rtl');
}

test('right-to-left text is shown right to left on every screen', async ({ adminPage: page, admin }) => {
  const assetNumber = await repairedDevice(admin);
  await onTheDevice(page, assetNumber);

  await page.goto(`/devices?q=${assetNumber}&status=COMPLETED`);
  const row = page.getByRole('article', { name: assetNumber });
  await shows(row.getByText(TEXT).nth(0), 'list: issue');
  await shows(row.getByText(TEXT).nth(1), 'list: student');
  const activity = page.getByRole('region', { name: 'Recent Activity entries' }).getByRole('listitem');
  await shows(activity.filter({ hasText: assetNumber }), 'activity');
  await page.getByRole('textbox', { name: 'Search' }).fill(TEXT);
  await expect(page.getByRole('textbox', { name: 'Search' })).toHaveCSS('direction', 'rtl');

  await page.goto(`/completed-repairs?q=${assetNumber}`);
  const repair = page.getByRole('row').filter({ hasText: assetNumber });
  await expect(repair).toBeVisible();
  for (const column of ['Issue', 'Work Performed', 'Billing Notes'])
    await shows(repair.locator(`[data-column="${column}"]`), column);
  await shows(repair.getByRole('paragraph'), 'comments');
});

test('a right-to-left name stays before the time', async ({ memberPage: page }) => {
  const threeHoursAgo = new Date(Date.now() - 3.5 * 3_600_000).toISOString();
  const entry = { id: 'log-1', barcodeNumber: 'CB-1', issue: 'Hinge', completed: false, timestamp: threeHoursAgo };
  await page.route('**/api/recent-activity', (route) => route.fulfill({ json: [{ ...entry, technician: 'אבי כהן' }] }));
  await page.goto('/devices');
  const activity = page.getByRole('region', { name: 'Recent Activity entries' }).getByRole('listitem');
  const name = await sidesOf(activity.getByText('אבי כהן', { exact: true }));
  const time = await sidesOf(activity.locator('time > span').first());
  expect(name.right).toBeLessThanOrEqual(time.left);
});
