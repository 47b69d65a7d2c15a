import { configureStore } from '@reduxjs/toolkit';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { toastShown, toastSlice } from './toast-slice';
import { Toaster } from './toaster';

function openToaster() {
  const store = configureStore({ reducer: { toast: toastSlice.reducer } });
  const tell = (title: string, intent: 'default' | 'destructive' = 'default') =>
    act(() => void store.dispatch(toastShown({ title, intent })));
  const { rerender } = render(<Page store={store} isFull />);
  return { tell, emptyPage: () => rerender(<Page store={store} />) };
}

function Page({ store, isFull }: { store: Parameters<typeof Provider>[0]['store']; isFull?: boolean }) {
  return (
    <Provider store={store}>
      <main tabIndex={-1}>{isFull && <button type="button">Save</button>}</main>
      <Toaster />
    </Provider>
  );
}

const focusDismiss = () => act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());

// proves s9.toast-one-at-a-time
test('a toast replaces the one before it', () => {
  const { tell } = openToaster();
  tell('Saved');
  tell('Error', 'destructive');
  expect(screen.queryByText('Saved')).toBeNull();
  expect(screen.getByRole('alert').textContent).toBe('Error');
  expect(screen.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(1);
});

// proves s9.toast-duration
test('a toast closes after five seconds', () => {
  jest.useFakeTimers();
  openToaster().tell('Saved');
  act(() => jest.advanceTimersByTime(4_999));
  expect(screen.getByText('Saved')).toBeTruthy();
  act(() => jest.advanceTimersByTime(1));
  expect(screen.queryByText('Saved')).toBeNull();
  jest.useRealTimers();
});

test('a dismissed toast returns the focus to where it came from', () => {
  const { tell } = openToaster();
  tell('Saved');
  screen.getByRole('button', { name: 'Save' }).focus();
  focusDismiss();
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }));
});

test('a toast that is replaced while it has the focus returns it to the content if its origin is gone', () => {
  const { tell, emptyPage } = openToaster();
  tell('Saved');
  screen.getByRole('button', { name: 'Save' }).focus();
  focusDismiss();
  emptyPage();
  tell('Saved again');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('a toast without the focus leaves it alone', () => {
  const { tell } = openToaster();
  const save = screen.getByRole('button', { name: 'Save' });
  save.focus();
  tell('Saved');
  tell('Saved again');
  expect(document.activeElement).toBe(save);
});
