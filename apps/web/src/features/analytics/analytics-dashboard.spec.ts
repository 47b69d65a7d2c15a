import type { Analytics } from '@repairline/contracts/analytics/views';
import { isEmpty } from './analytics-dashboard';

const nothing: Analytics = {
  averageTurnaroundTime: null,
  completionsPerDay: 0,
  commonIssues: [],
  technicianWorkload: [],
};

test('there are no figures only while nothing at all has happened', () => {
  expect(isEmpty(nothing)).toBe(true);
  expect(isEmpty({ ...nothing, averageTurnaroundTime: 0 })).toBe(false);
  expect(isEmpty({ ...nothing, completionsPerDay: 1 })).toBe(false);
  expect(isEmpty({ ...nothing, commonIssues: [{ issue: 'Missing keys', count: 1 }] })).toBe(false);
});
