import { act, renderHook } from '@testing-library/react';
import { useIsLabelTooNew, useIsPlaceTooNew } from './use-is-label-too-new';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const pass = (ms: number) => act(() => void jest.advanceTimersByTime(ms));

test('the first label of a button counts as read at once, a changed label after 400 ms', () => {
  const { result, rerender } = renderHook(useIsLabelTooNew, { initialProps: 'Approve' });
  expect(result.current).toBe(false);
  rerender('Revoke Access');
  pass(399);
  expect(result.current).toBe(true);
  pass(1);
  expect(result.current).toBe(false);
});

test('a button counts as seen in its place after 400 ms there, the first place included', () => {
  const { result, rerender } = renderHook(useIsPlaceTooNew, { initialProps: '1' });
  expect(result.current).toBe(true);
  pass(400);
  expect(result.current).toBe(false);
  rerender('2');
  pass(399);
  expect(result.current).toBe(true);
  pass(1);
  expect(result.current).toBe(false);
});

test('a place to which the button comes back before 400 ms have passed counts as seen only 400 ms later', () => {
  const { result, rerender } = renderHook(useIsPlaceTooNew, { initialProps: '1' });
  pass(400);
  rerender('2');
  pass(399);
  rerender('1');
  pass(399);
  expect(result.current).toBe(true);
  pass(1);
  expect(result.current).toBe(false);
});
