import { entryBadge } from './timeline';

test('the first log is the intake, later ones are progress, and a completed one is completed wherever it stands', () => {
  expect(entryBadge({ completed: false }, 0)).toBe('INTAKE');
  expect(entryBadge({ completed: false }, 3)).toBe('IN_PROGRESS');
  expect(entryBadge({ completed: true }, 0)).toBe('COMPLETED');
});
