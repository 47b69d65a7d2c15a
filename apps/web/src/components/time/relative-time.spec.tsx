import { render, screen } from '@testing-library/react';
import { relative, RelativeTime } from './relative-time';

const now = Date.parse('2026-03-10T12:00:00Z');
const ago = (ms: number) => relative(new Date(now - ms), now);
const MINUTE = 60_000;

test('times are relative with a suffix', () => {
  expect(ago(3 * 60 * MINUTE)).toBe('3 hours ago');
  expect(ago(MINUTE)).toBe('1 minute ago');
  expect(ago(119_000)).toBe('1 minute ago');
  expect(ago(13 * 24 * 60 * MINUTE)).toBe('1 week ago');
  expect(ago(300 * 24 * 60 * MINUTE)).toBe('9 months ago');
  expect(ago(800 * 24 * 60 * MINUTE)).toBe('2 years ago');
});

test('a time in the last minute or in the future is "just now"', () => {
  expect(ago(30_000)).toBe('just now');
  expect(ago(-5 * MINUTE)).toBe('just now');
});

test('the exact time is available on hover and to screen readers', () => {
  render(<RelativeTime at="2026-03-10T12:00:00Z" />);
  const exact = screen.getByText(/2026/u);
  expect(exact.closest('time')?.dataset.tooltip).toContain('2026');
});
