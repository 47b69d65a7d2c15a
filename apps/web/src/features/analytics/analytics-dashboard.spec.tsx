import type { Analytics } from '@repairline/contracts/analytics/views';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { Refusal } from '../testing/form-store';
import { openScreen } from '../testing/open-screen';
import { AnalyticsDashboard, isEmpty } from './analytics-dashboard';

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

const open = (analytics: unknown) => openScreen(<AnalyticsDashboard />, { 'GET analytics': analytics });
const card = (label: string) => screen.getByText(label).parentElement?.textContent;
const ranking = (name: string) => screen.getByRole('region', { name });
const items = (name: string) =>
  within(ranking(name))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

// proves s2.analytics.subtitle s2.analytics.average-turnaround s2.analytics.daily-completions
// proves s2.analytics.common-issues s9.top-common-issues s2.analytics.technician-workload s9.top-technician-workload
test("the dashboard shows the average turnaround, today's completions and the first five of each ranking", async () => {
  open(busy);
  expect(screen.getByText('Performance insights and repair trends')).toBeTruthy();
  await screen.findByText('4,321 minutes');
  expect(card('Average Turnaround')).toContain('4,321 minutes');
  expect(card('Daily Completions')).toBe('Daily Completions9Devices completed today');
  expect(items('Common Issues')).toEqual(['Issue 199', 'Issue 298', 'Issue 397', 'Issue 496', 'Issue 595']);
  expect(items('Technician Workload')).toHaveLength(5);
  expect(items('Technician Workload')[0]).toBe('Tech 18 active · 1 completed');
});

// proves s2.analytics.common-issues-empty s2.analytics.technician-workload-empty
test('an empty ranking says that there is no data', async () => {
  open({ ...nothing, averageTurnaroundTime: 5 });
  await screen.findByText('5 minutes');
  expect(ranking('Common Issues').textContent).toContain('No issues recorded yet');
  expect(ranking('Technician Workload').textContent).toContain('No workload data available');
});

// proves s2.analytics.no-data
test('without any figure the dashboard says that there is no data', async () => {
  open(nothing);
  await screen.findByText('No analytics data available');
  expect(isEmpty({ ...nothing, averageTurnaroundTime: 0 })).toBe(false);
  expect(isEmpty({ ...nothing, completionsPerDay: 1 })).toBe(false);
  expect(isEmpty({ ...nothing, commonIssues: [{ issue: 'Missing keys', count: 1 }] })).toBe(false);
});

// proves s8.load.analytics
test('figures that cannot be loaded are reported, until a retry succeeds', async () => {
  const { server } = open(new Refusal('', 500));
  await screen.findByText('Failed to fetch analytics');
  server['GET analytics'] = busy;
  fireEvent.click(screen.getByText('Retry'));
  await screen.findByText('4,321 minutes');
});

// proves s9.analytics-refresh
test('the figures are refetched every minute', async () => {
  jest.useFakeTimers();
  const { server } = open(busy);
  await screen.findByText('4,321 minutes');
  server['GET analytics'] = { ...busy, completionsPerDay: 10 };
  await act(() => jest.advanceTimersByTimeAsync(59_000));
  expect(card('Daily Completions')).toContain('9');
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  expect(card('Daily Completions')).toContain('10');
  jest.useRealTimers();
});
