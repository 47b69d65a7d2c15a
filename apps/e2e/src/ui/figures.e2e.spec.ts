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

const PHONES = [500, 390, 320] as const;

test('cards of figures are aligned at every width, and nothing moves when the figures arrive', async ({
  adminPage: page,
}) => {
  // A message would fetch the figures that are to be missing.
  await muteLiveUpdates(page);
  await page.route('**/api/analytics', (route) => route.fulfill({ json: analytics }));
  const goOn = await holdRequests(page, '**/api/analytics');
  await goTo(page, '/analytics', 'Analytics Dashboard');
  const wide = (width: number) => page.setViewportSize({ width, height: 844 });

  await test.step('nothing moves when the figures arrive', async () => {
    const places = async () => {
      const found: Record<number, number[]> = {};
      for (const width of PHONES) {
        await wide(width);
        found[width] = await edges(page.getByRole('region', { name: 'Common Issues' }), 'top');
      }
      return found;
    };
    const before = await places();
    goOn();
    await expect(value(page, 'Average Turnaround')).toHaveText('4,321 minutes');
    expect(await places()).toEqual(before);
  });

  const expectAligned = async (strip: string) => {
    await expect(cards(page, strip).first()).toContainText(/\d/u);
    for (const width of [390, 320]) {
      await wide(width);
      const rows = (await edges(cards(page, strip), 'top')).length;
      const values = cards(page, strip).locator('p:first-of-type');
      expect.soft((await edges(values, 'top')).length, `${page.url()} in ${width} px`).toBe(rows);
    }
    await wide(1280);
  };
  const expectColumns = async (strip: string) => {
    await expect(cards(page, strip)).toHaveCount(4);
    for (const width of [320, 390, 500, 640, 700, 768, 1280]) {
      await wide(width);
      const columns = width < 700 ? 2 : 4;
      expect.soft(await edges(cards(page, strip), 'left'), `${page.url()} in ${width} px`).toHaveLength(columns);
    }
  };
  const follow = (name: string) => page.getByRole('link', { name, exact: true }).click();
  await test.step('the values of cards in a row are aligned; four cards form two columns below 700 px', async () => {
    await expectAligned('Figures');
    await follow('Completed Repairs');
    await expectAligned('Completions');
    await follow('Devices');
    await expectColumns('Device counts');
    await follow('Admin');
    await expect(page.getByRole('heading', { level: 1, name: 'Admin Panel' })).toBeVisible();
    await expectColumns('Device counts');
    await follow('Open System Status');
    await expectAligned('Summary');
    await expectColumns('Summary');
  });

  await test.step('figures that could not be fetched show a dash until a retry succeeds', async () => {
    await fail(page, '**/api/devices?*', 'GET', 'Away');
    await follow('My Workbench');
    await expect(page.getByText('Failed to fetch devices')).toBeVisible();
    await expect(value(page, 'Active Assignments')).toHaveText('–');
    await stopMocking(page);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(value(page, 'Active Assignments')).toHaveText(/^\d/u);
  });
});
