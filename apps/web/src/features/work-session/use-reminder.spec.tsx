import { configureStore } from '@reduxjs/toolkit';
import { act, fireEvent, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { toastSlice } from '../../components/toasts/toast-slice';
import { useSessionReminder } from './use-reminder';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** The title of the toast after this many seconds, with one call of `happens` in each. */
function toastAfter(seconds: number, happens: () => void) {
  const store = configureStore({ reducer: { toast: toastSlice.reducer } });
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { unmount } = renderHook(() => useSessionReminder(null), { wrapper });
  for (let second = 0; second < seconds; second += 1) {
    happens();
    act(() => jest.advanceTimersByTime(1000));
  }
  unmount();
  return store.getState().toast?.title;
}

test('moving the pointer or a touch over the page counts as activity', () => {
  const title = 'Start your work session?';
  expect(toastAfter(31, () => fireEvent.pointerMove(document.body))).toBe(title);
  expect(toastAfter(31, () => fireEvent.touchMove(document.body))).toBe(title);
});

test('a scroll, which changes by others can cause, does not count as activity', () => {
  expect(toastAfter(31, () => fireEvent.scroll(document))).toBeUndefined();
});
