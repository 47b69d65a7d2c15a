import { toastClosed, toastShown, toastSlice } from './toast-slice';

const { reducer } = toastSlice;

test('only the newest toast is shown', () => {
  const first = reducer(null, toastShown({ title: 'Device updated successfully' }));
  const second = reducer(first, toastShown({ title: 'Error', intent: 'destructive' }));
  expect(second).toMatchObject({ title: 'Error', intent: 'destructive' });
});

test('the timer of a toast that was replaced does not close its successor', () => {
  const first = reducer(null, toastShown({ title: 'one' }));
  const second = reducer(first, toastShown({ title: 'two' }));
  expect(reducer(second, toastClosed(first?.id ?? ''))).toBe(second);
  expect(reducer(second, toastClosed(second?.id ?? ''))).toBeNull();
});
