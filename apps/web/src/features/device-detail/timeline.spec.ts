import { entryBadge } from './timeline';

test('the first log is badged as intake, later ones as in progress, and a completed one always as completed', () => {
  expect(entryBadge({ completed: false }, 0)).toBe('INTAKE');
  expect(entryBadge({ completed: false }, 3)).toBe('IN_PROGRESS');
  expect(entryBadge({ completed: true }, 0)).toBe('COMPLETED');
});
