import { act, renderHook } from '@testing-library/react';
import { useIsLabelTooNew } from './use-is-label-too-new';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('the first label of a button counts as read at once, a changed label after 400 ms', () => {
  const { result, rerender } = renderHook(useIsLabelTooNew, { initialProps: 'Approve' });
  const pass = (ms: number) => act(() => void jest.advanceTimersByTime(ms));
  expect(result.current).toBe(false);
  rerender('Revoke Access');
  pass(399);
  expect(result.current).toBe(true);
  pass(1);
  expect(result.current).toBe(false);
});
