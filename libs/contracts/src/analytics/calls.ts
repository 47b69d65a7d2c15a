import { defineQuery, nothing } from '../call';
import { analytics } from './views';

export const GetAnalytics = defineQuery('repairline.analytics.query.get-analytics', nothing, analytics, {
  route: 'GET /api/analytics',
  who: 'admin',
  byTimer: true,
  area: 'Figures',
  does: 'Turnaround, completions, issues, workload',
  input: () => ({}),
  refusals: ['views_behind'],
});
