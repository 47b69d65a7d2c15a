import { nameFrom } from './exports';

test('a download is named as the server says', () => {
  expect(nameFrom('attachment; filename="completed-repairs-2026-03-10.csv"')).toBe('completed-repairs-2026-03-10.csv');
  expect(nameFrom('attachment; filename=logs.csv')).toBe('logs.csv');
  expect(nameFrom('attachment')).toBeUndefined();
  expect(nameFrom(null)).toBeUndefined();
});
