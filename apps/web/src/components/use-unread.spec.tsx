import { act, renderHook } from '@testing-library/react';
import { useUnread } from './use-unread';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('what a button says from the first counts as read, and what it says anew only after a moment', () => {
  const { result, rerender } = renderHook(useUnread, { initialProps: 'Approve' });
  const pass = (ms: number) => act(() => void jest.advanceTimersByTime(ms));
  expect(result.current).toBe(false);
  rerender('Revoke Access');
  pass(399);
  expect(result.current).toBe(true);
  pass(1);
  expect(result.current).toBe(false);
});
