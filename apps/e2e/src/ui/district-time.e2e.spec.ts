import type { Browser, Page } from '@playwright/test';
import type { BillingSummary } from '@repairline/contracts/billing/views';
import type { RepairLog } from '@repairline/contracts/repairs/views';
import type { Api } from '../support/api';
import { newAssetNumber } from '../support/devices';
import { expect, muteLiveUpdates, pageOf, test } from '../support/ui-journey';

const CHICAGO = 'America/Chicago';

/** Makes the product tell this page that the district is in the zone. */
async function districtIn(page: Page, timeZone: string): Promise<void> {
  await page.route('**/api/district', async (route) => {
    const answer = await route.fetch();
    const district = (await answer.json()) as object;
    return route.fulfill({ json: { ...district, timeZone } });
  });
}

/** Date and time in the district's zone. */
const written = (at: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: CHICAGO }).format(new Date(at));

async function completedRepair(api: Api): Promise<{ assetNumber: string; timestamp: string }> {
  const assetNumber = newAssetNumber();
  await api.post('/api/devices', { barcodeNumber: assetNumber, school: 'SHS' });
  const entry = { issue: 'Hinge broken', actions: 'Replaced hinge', completed: true };
  const { body } = await api.post<RepairLog>(`/api/devices/${assetNumber}/logs`, entry);
  return { assetNumber, timestamp: body.timestamp };
}

/**
 * The exact time of the completion as the page shows it: in the timeline, and with its day among the completed repairs.
 */
async function timesShown(page: Page, assetNumber: string): Promise<(string | null)[]> {
  await page.goto(`/devices/${assetNumber}`);
  const entry = page.getByRole('listitem').filter({ hasText: 'Replaced hinge' }).locator('time');
  const inTimeline = await entry.getAttribute('data-tooltip');
  await page.goto(`/completed-repairs?q=${assetNumber}`);
  const date = page.getByRole('row').filter({ hasText: assetNumber }).locator('time');
  return [inTimeline, await date.getAttribute('data-tooltip'), await date.textContent()];
}

const clocks: { zone: string; names: RegExp | '' }[] = [
  { zone: CHICAGO, names: '' },
  { zone: 'Pacific/Kiritimati', names: / C[SD]T$/u },
];

async function openIn(browser: Browser, url: string, api: Api, timezoneId: string): Promise<Page> {
  const page = await pageOf(browser, url, api, { timezoneId, locale: 'de-DE' });
  await districtIn(page, CHICAGO);
  return page;
}

for (const { zone, names } of clocks) {
  test(`dates and times are in the district's time zone and in English, in a browser in ${zone}`, async ({
    browser,
    url,
    admin,
  }) => {
    const { assetNumber, timestamp } = await completedRepair(admin);
    const page = await openIn(browser, url, admin, zone);
    const [inTimeline, inBilling, day] = await timesShown(page, assetNumber);
    expect(inBilling).toBe(inTimeline);
    expect(inTimeline?.replace(names, '')).toBe(written(timestamp));
    expect(inTimeline).toMatch(names);
    expect(inTimeline?.startsWith(`${day}, `)).toBe(true);
    await page.context().close();
  });
}

test('numbers are formatted in English, in a German browser', async ({ browser, url, admin }) => {
  const page = await openIn(browser, url, admin, CHICAGO);
  await page.route('**/api/stats*', (route) => route.fulfill({ json: { intake: 5_829, inProgress: 1, completed: 0 } }));
  await page.goto('/devices');
  await expect(page.getByRole('group', { name: 'Intake' })).toContainText('5,829 devices');
  await page.context().close();
});

// proves s2.completed.card-total s2.completed.card-weekly s2.completed.card-daily d.figures.today-in-district-zone
test("today's completions are refetched once a new day has begun in the district", async ({ adminPage: page }) => {
  await page.clock.install({ time: new Date('2026-11-23T05:50:00Z') });
  await districtIn(page, CHICAGO);
  // No notices: only the clock moves on.
  await muteLiveUpdates(page);
  let today = 7;
  await page.route('**/api/billing/summary*', (route) => {
    const summary: BillingSummary = { total: 9, thisWeek: 8, today, pending: 9, sent: 0, todayByTechnician: [] };
    return route.fulfill({ json: summary });
  });
  await page.goto('/completed-repairs');
  const figure = (card: string, number: string) =>
    page.getByRole('group', { name: card, exact: true }).getByText(number, { exact: true });
  await expect(figure('TOTAL COMPLETED', '9')).toBeVisible();
  await expect(figure('WEEKLY COMPLETIONS', '8')).toBeVisible();
  await expect(figure('DAILY COMPLETIONS', '7')).toBeVisible();
  today = 0;
  await page.clock.fastForward('15:00');
  await expect(figure('DAILY COMPLETIONS', '0')).toBeVisible();
});
