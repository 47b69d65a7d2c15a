import { type Page } from '@playwright/test';
import { type Analytics } from '@repairline/contracts/analytics/views';
import { newAssetNumber } from './support/devices';
import { expect, test } from './support/journey';
import { createApprovedUser, signInAs, theFirstAdmin } from './support/people';
import { muteLiveUpdates, stopMocking } from './support/ui-journey';

const nothing: Analytics = {
  averageTurnaroundTime: null,
  completionsPerDay: 0,
  commonIssues: [],
  technicianWorkload: [],
};
const six = [1, 2, 3, 4, 5, 6];
const busy: Analytics = {
  averageTurnaroundTime: 4321.4,
  completionsPerDay: 9,
  commonIssues: six.map((rank) => ({ issue: `Issue ${rank}`, count: 100 - rank })),
  technicianWorkload: six.map((rank) => ({ technician: `Tech ${rank}`, activeCount: 9 - rank, completedCount: rank })),
};

const card = (page: Page, name: string) => page.getByRole('group', { name });
const ranking = (page: Page, name: string) => page.getByRole('region', { name });

async function answerWith(page: Page, analytics: Analytics | null): Promise<void> {
  await stopMocking(page, '**/api/analytics');
  await page.route('**/api/analytics', (route) => route.fulfill({ json: analytics }));
}

test('an Admin sees the analytics of the repairs', async ({ page }) => {
  await signInAs(page, theFirstAdmin);
  await answerWith(page, busy);
  await page.getByRole('link', { name: 'Analytics' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics Dashboard' })).toBeVisible();

  // proves s2.analytics.subtitle s2.analytics.average-turnaround s2.analytics.daily-completions
  await test.step("the cards show the average turnaround and today's completions", async () => {
    await expect(page.getByText('Performance insights and repair trends')).toBeVisible();
    await expect(card(page, 'Average Turnaround')).toContainText('4,321 minutes');
    await expect(card(page, 'Daily Completions')).toContainText('9');
    await expect(card(page, 'Daily Completions')).toContainText('Devices completed today');
  });

  // proves s2.analytics.common-issues s9.top-common-issues s2.analytics.technician-workload s9.top-technician-workload
  await test.step('each ranking shows its first five entries', async () => {
    const issues = ranking(page, 'Common Issues').getByRole('listitem');
    await expect(issues).toHaveCount(5);
    await expect(issues.first()).toContainText(/Issue 1\s*99$/u);
    const technicians = ranking(page, 'Technician Workload').getByRole('listitem');
    await expect(technicians).toHaveCount(5);
    await expect(technicians.first()).toContainText('Tech 1');
    await expect(technicians.first()).toContainText('8 active · 1 completed');
  });

  // proves s2.analytics.common-issues-empty s2.analytics.technician-workload-empty
  await test.step('an empty ranking says that there is no data', async () => {
    await answerWith(page, { ...nothing, averageTurnaroundTime: 5 });
    await page.reload();
    await expect(ranking(page, 'Common Issues')).toContainText('No issues recorded yet');
    await expect(ranking(page, 'Technician Workload')).toContainText('No workload data available');
  });

  // proves s2.analytics.no-data
  await test.step('without any figure the screen says that there is no data', async () => {
    await answerWith(page, nothing);
    await page.reload();
    await expect(page.getByText('No analytics data available')).toBeVisible();
  });

  // proves s8.load.analytics
  await test.step('a failed fetch can be retried', async () => {
    await muteLiveUpdates(page);
    await stopMocking(page, '**/api/analytics');
    await page.route('**/api/analytics', (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await expect(page.getByText('Failed to fetch analytics')).toBeVisible();
    await answerWith(page, busy);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(card(page, 'Average Turnaround')).toContainText('4,321 minutes');
  });
});

// proves s9.analytics-refresh
test('the figures are refetched every minute', async ({ page }) => {
  await page.clock.install();
  // Without notices, only the clock can trigger a read.
  await muteLiveUpdates(page);
  await signInAs(page, theFirstAdmin);
  await answerWith(page, busy);
  await page.goto('/analytics');
  await expect(card(page, 'Daily Completions')).toContainText('9');
  await answerWith(page, { ...busy, completionsPerDay: 10 });
  await page.clock.runFor(59_000);
  await expect(card(page, 'Daily Completions')).toContainText('9');
  await page.clock.runFor(2_000);
  await expect(card(page, 'Daily Completions')).toContainText('10');
});

test('a completed repair shows in the figures without a reload', async ({ page, asAdmin }) => {
  const completions = async () => (await asAdmin.get<Analytics>('/api/analytics')).body.completionsPerDay;
  await signInAs(page, theFirstAdmin);
  await page.goto('/analytics');
  const before = await completions();
  const barcodeNumber = newAssetNumber();
  await asAdmin.post('/api/devices', { barcodeNumber, school: 'SHS' });
  await asAdmin.post(`/api/devices/${barcodeNumber}/logs`, { issue: 'Missing keys', completed: true });
  await expect.poll(completions).toBeGreaterThan(before);
  await expect(async () => {
    const now = (await completions()).toLocaleString('en-US');
    await expect(card(page, 'Daily Completions')).toContainText(now, { timeout: 1000 });
  }).toPass({ timeout: 15_000 });
});

// proves d.roles.analytics-page-member
test('a Member is told that the page needs the Admin role', async ({ page, asAdmin, baseURL }) => {
  await signInAs(page, await createApprovedUser(asAdmin, baseURL ?? ''));
  await page.goto('/analytics');
  await expect(page.getByText('You need the Admin role to see this page')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Repairline' }), 'inside the shell').toBeVisible();
});
