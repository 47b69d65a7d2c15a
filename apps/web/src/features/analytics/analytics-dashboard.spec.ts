import type { Analytics } from '@repairline/contracts/analytics/views';
import { isEmpty } from './analytics-dashboard';

const nothing: Analytics = {
  averageTurnaroundTime: null,
  completionsPerDay: 0,
  commonIssues: [],
  technicianWorkload: [],
};

test('the dashboard counts as empty only if it has no figure at all', () => {
  expect(isEmpty(nothing)).toBe(true);
  expect(isEmpty({ ...nothing, averageTurnaroundTime: 0 })).toBe(false);
  expect(isEmpty({ ...nothing, completionsPerDay: 1 })).toBe(false);
  expect(isEmpty({ ...nothing, commonIssues: [{ issue: 'Missing keys', count: 1 }] })).toBe(false);
});
