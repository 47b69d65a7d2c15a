import { approximateDuration, minutesText } from './analytics-dashboard';

test('a turnaround is shown in whole minutes', () => {
  expect([0.4, 1, 89.6, 4321].map(minutesText)).toEqual(['0 minutes', '1 minute', '90 minutes', '4,321 minutes']);
});

test('a long turnaround is shown in hours or days as well', () => {
  expect([90, 150, 2 * 24 * 60, 5400].map(approximateDuration)).toEqual([
    undefined,
    'about 2.5 hours',
    'about 2 days',
    'about 3.8 days',
  ]);
});
