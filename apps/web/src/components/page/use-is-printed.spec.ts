import { act, renderHook } from '@testing-library/react';
import { useIsPrinted } from './use-is-printed';

test('a browser that prints a copy of the page announces it by events alone', () => {
  const { result } = renderHook(useIsPrinted);
  expect(result.current).toBe(false);
  act(() => void dispatchEvent(new Event('beforeprint')));
  expect(result.current).toBe(true);
  act(() => void dispatchEvent(new Event('afterprint')));
  expect(result.current).toBe(false);
});
