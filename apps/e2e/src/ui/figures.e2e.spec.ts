import type { Locator, Page } from '@playwright/test';
import type { Analytics } from '@repairline/contracts/analytics/views';
import { expect, fail, holdRequests, muteLiveUpdates, stopMocking, test } from '../support/ui-journey';
import { goTo } from '../support/views/navigation';

const analytics: Analytics = {
  averageTurnaroundTime: 4321.4,
  completionsPerDay: 9,
  commonIssues: [{ issue: 'Missing keys', count: 3 }],
  technicianWorkload: [],
};

const cards = (page: Page, strip: string) => page.getByRole('region', { name: strip }).getByRole('group');
const value = (page: Page, card: string) =>
  page.getByRole('group', { name: card, exact: true }).getByRole('paragraph').first();

/** The distinct positions of the elements' edges, in whole pixels. */
function edges(found: Locator, edge: 'top' | 'left'): Promise<number[]> {
  return found.evaluateAll(
    (elements, side) => [...new Set(elements.map((element) => Math.round(element.getBoundingClientRect()[side])))],
    edge,
  );
}

test('figures that could not be fetched show a dash until a retry succeeds', async ({ memberPage: page }) => {
  await muteLiveUpdates(page);
  await test.step('My Workbench', async () => {
    await fail(page, '**/api/devices?*', 'GET', 'Away');
    await goTo(page, '/technician', 'My Workbench');
    await expect(page.getByText('Failed to fetch devices')).toBeVisible();
    await expect(value(page, 'Active Assignments')).toHaveText('–');
    await stopMocking(page);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(value(page, 'Active Assignments')).toHaveText(/^\d/u);
  });
  await test.step('Completed Repairs', async () => {
    await fail(page, '**/api/billing/**', 'GET', 'Away');
    await goTo(page, '/completed-repairs', 'Completed Repairs');
    await expect(page.getByText('Failed to fetch completed repairs')).toBeVisible();
    for (const card of ['TOTAL COMPLETED', 'WEEKLY COMPLETIONS', 'DAILY COMPLETIONS'])
      await expect(value(page, card)).toHaveText('–');
    await page.getByRole('button', { name: 'Daily by Technician' }).click();
    const daily = page.getByRole('region', { name: 'Completed today' });
    await expect(daily).toContainText('–');
    await stopMocking(page);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(value(page, 'TOTAL COMPLETED')).toHaveText(/^\d/u);
    await expect(daily).not.toContainText('–');
  });
});

for (const width of [390, 320]) {
  test(`the values of cards in a row are aligned, ${width} px wide`, async ({ adminPage: page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.route('**/api/analytics', (route) => route.fulfill({ json: analytics }));
    const screens = [
      { path: '/analytics', strip: 'Figures', heading: 'Analytics Dashboard' },
      { path: '/admin/status', strip: 'Summary', heading: 'System Status' },
      { path: '/completed-repairs', strip: 'Completions', heading: 'Completed Repairs' },
    ];
    for (const { path, strip, heading } of screens) {
      await goTo(page, path, heading);
      await expect(cards(page, strip).first()).toContainText(/\d/u);
      const rows = (await edges(cards(page, strip), 'top')).length;
      const values = cards(page, strip).locator('p:first-of-type');
      expect.soft((await edges(values, 'top')).length, heading).toBe(rows);
    }
  });
}

test('four cards form two columns below 700 px, and one row above', async ({ adminPage: page }) => {
  const screens = [
    { path: '/admin/status', strip: 'Summary', heading: 'System Status' },
    { path: '/devices', strip: 'Device counts', heading: 'Device Management' },
    { path: '/admin', strip: 'Device counts', heading: 'Admin Panel' },
  ];
  for (const { path, strip, heading } of screens) {
    await goTo(page, path, heading);
    await expect(cards(page, strip)).toHaveCount(4);
    for (const width of [320, 390, 500, 640, 700, 768, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      const columns = width < 700 ? 2 : 4;
      expect.soft(await edges(cards(page, strip), 'left'), `${heading} in ${width} px`).toHaveLength(columns);
    }
  }
});

for (const width of [500, 390, 320]) {
  test(`nothing moves when the figures arrive, ${width} px wide`, async ({ adminPage: page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.route('**/api/analytics', (route) => route.fulfill({ json: analytics }));
    const goOn = await holdRequests(page, '**/api/analytics');
    await goTo(page, '/analytics', 'Analytics Dashboard');
    const issues = page.getByRole('region', { name: 'Common Issues' });
    const [before] = await edges(issues, 'top');
    goOn();
    await expect(value(page, 'Average Turnaround')).toHaveText('4,321 minutes');
    expect(await edges(issues, 'top')).toEqual([before]);
  });
}
