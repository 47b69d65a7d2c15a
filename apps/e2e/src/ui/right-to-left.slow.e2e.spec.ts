import type { Locator, Page } from '@playwright/test';
import type { Api } from '../support/api';
import { newAssetNumber } from '../support/devices';
import { expect, test } from '../support/ui-journey';

const TEXT = 'شاشة مكسورة (لا تعمل) abc 123!';
const LATIN = 'Broken screen (does not work) abc 123!';

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

/** The left edge and the width of the box in which a text is shown. */
async function placeOf(element: Locator): Promise<{ x: number; width: number }> {
  const { x, width } = (await element.first().boundingBox()) ?? { x: NaN, width: NaN };
  return { x, width };
}

/** The text runs from the right, and its box is where it is for a text that runs from the left. */
async function shows(element: Locator, where: string, place: { x: number; width: number }) {
  expect(await element.first().evaluate(runsFromTheRight), where).toBe(true);
  expect(await placeOf(element), where).toEqual(place);
}

/** The left and right edges of an element's content on the line. */
const sidesOf = (element: Locator): Promise<{ left: number; right: number }> =>
  element.evaluate((found) => {
    const range = document.createRange();
    range.selectNodeContents(found);
    const parts = [...range.getClientRects()];
    return { left: Math.min(...parts.map(({ left }) => left)), right: Math.max(...parts.map(({ right }) => right)) };
  });

/** Makes a device whose texts are all this one. */
async function repairedDevice(api: Api, barcodeNumber: string, text: string): Promise<void> {
  const device = { barcodeNumber, school: 'SHS', studentName: text, initialIssue: text, notes: text };
  expect((await api.post('/api/devices', device)).status).toBe(201);
  const entry = { issue: text, actions: text, comments: text, completed: true };
  expect((await api.post(`/api/devices/${barcodeNumber}/logs`, entry)).status).toBe(201);
  await api.patch(`/api/devices/${barcodeNumber}/billing-notes`, { billingNotes: text });
}

async function textsOfTheDevice(page: Page, assetNumber: string): Promise<Locator[]> {
  await page.goto(`/devices/${assetNumber}`);
  const entry = page.getByRole('listitem').filter({ hasText: 'Fixed: ' }).getByRole('paragraph');
  await expect(entry).toHaveCount(3);
  const facts = ['Student', 'Initial Issue', 'Notes'].map((fact) => page.locator(`dt:text-is("${fact}") + dd`));
  return [...facts, ...(await entry.all())];
}

test('right-to-left text is shown right to left on every screen, and in the same place as other text', async ({
  adminPage: page,
  admin,
}) => {
  const shared = newAssetNumber();
  const [arabic, latin] = [`${shared}-A`, `${shared}-L`];
  await repairedDevice(admin, arabic, TEXT);
  await repairedDevice(admin, latin, LATIN);

  const places = [];
  for (const text of await textsOfTheDevice(page, latin)) places.push(await placeOf(text));
  for (const [at, text] of (await textsOfTheDevice(page, arabic)).entries()) {
    await shows(text, `detail: ${at}`, places[at] ?? { x: NaN, width: NaN });
  }
  const field = page.getByLabel(/^Issue/u);
  await field.fill(TEXT);
  await expect(field).toHaveCSS('direction', 'rtl');

  await page.goto(`/devices?q=${shared}&status=COMPLETED`);
  const row = (assetNumber: string) => page.getByRole('article', { name: assetNumber });
  for (const [at, text] of ['issue', 'student'].entries()) {
    const place = await placeOf(row(latin).getByText(LATIN).nth(at));
    await shows(row(arabic).getByText(TEXT).nth(at), `list: ${text}`, place);
  }
  const activity = page.getByRole('region', { name: 'Recent Activity entries' }).getByRole('listitem');
  const heard = (assetNumber: string, text: string) => activity.filter({ hasText: assetNumber }).getByText(text);
  await shows(heard(arabic, TEXT), 'activity', await placeOf(heard(latin, LATIN)));
  await page.getByRole('textbox', { name: 'Search' }).fill(TEXT);
  await expect(page.getByRole('textbox', { name: 'Search' })).toHaveCSS('direction', 'rtl');

  await page.goto(`/completed-repairs?q=${shared}`);
  const repair = (assetNumber: string) => page.getByRole('row').filter({ hasText: assetNumber });
  await expect(repair(arabic)).toBeVisible();
  for (const column of ['Issue', 'Work Performed', 'Billing Notes']) {
    const cell = (assetNumber: string) => repair(assetNumber).locator(`[data-column="${column}"] > div`);
    await shows(cell(arabic), column, await placeOf(cell(latin)));
  }
  await shows(repair(arabic).getByRole('paragraph'), 'comments', await placeOf(repair(latin).getByRole('paragraph')));
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
