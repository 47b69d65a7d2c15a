import type { Page } from '@playwright/test';
import type { BillingSummary } from '@repairline/contracts/billing/views';
import { expect, test } from '../support/ui-journey';

const CHICAGO = 'America/Chicago';

/** The district of this page's product is in the zone. */
async function districtIn(page: Page, timeZone: string): Promise<void> {
  await page.route('**/api/district', async (route) => {
    const answer = await route.fetch();
    const district = (await answer.json()) as object;
    return route.fulfill({ json: { ...district, timeZone } });
  });
}

test('what was completed today is counted anew once another day has begun in the district [s2.completed.card-daily d.figures.today-in-district-zone]', async ({
  adminPage: page,
}) => {
  await page.clock.install({ time: new Date('2026-11-23T05:50:00Z') });
  await districtIn(page, CHICAGO);
  // Nothing is told: only the clock goes on.
  await page.routeWebSocket('**/ws', () => undefined);
  let today = 7;
  await page.route('**/api/billing/summary*', (route) => {
    const summary: BillingSummary = { total: 9, thisWeek: 8, today, pending: 9, sent: 0, todayByTechnician: [] };
    return route.fulfill({ json: summary });
  });
  await page.goto('/completed-repairs');
  const daily = page.getByRole('group', { name: 'DAILY COMPLETIONS' });
  await expect(daily).toContainText('7');
  today = 0;
  await page.clock.fastForward('15:00');
  await expect(daily).toContainText('0');
});
