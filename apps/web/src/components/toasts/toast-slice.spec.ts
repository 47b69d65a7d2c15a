import { toastClosed, toastShown, toastSlice } from './toast-slice';

const { reducer } = toastSlice;

test('the timer of a toast that was replaced does not close its successor', () => {
  const first = reducer(null, toastShown({ title: 'one' }));
  const second = reducer(first, toastShown({ title: 'two' }));
  expect(reducer(second, toastClosed(first?.id ?? ''))).toBe(second);
  expect(reducer(second, toastClosed(second?.id ?? ''))).toBeNull();
});
