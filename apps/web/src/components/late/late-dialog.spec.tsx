import { configureStore } from '@reduxjs/toolkit';
import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { lateDialog, NOT_LOADED } from './late-part';
import { toastSlice } from '../toasts/toast-slice';

interface DialogProps {
  name: string;
  onClose: () => void;
}
const Dialog = ({ name, onClose }: DialogProps) => (
  <p>
    the dialog of {name} <button onClick={onClose}>Close</button>
  </p>
);

function page(fetch: () => Promise<typeof Dialog>) {
  const LateDialog = lateDialog(fetch);
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        {!isOpen && <button onClick={() => setOpen(true)}>Open</button>}
        {isOpen && <LateDialog name="Ada" onClose={() => setOpen(false)} />}
      </>
    );
  }
  const store = configureStore({ reducer: { toast: toastSlice.reducer } });
  render(
    <Provider store={store}>
      <Page />
    </Provider>,
  );
  const press = async (name: string) => act(async () => screen.getByRole('button', { name }).click());
  return { press, said: () => store.getState().toast?.body };
}

test('a dialog is fetched when it is first opened, and never again', async () => {
  const fetch = jest.fn(() => Promise.resolve(Dialog));
  const { press, said } = page(fetch);
  expect(fetch).not.toHaveBeenCalled();
  await press('Open');
  expect(screen.getByText(/the dialog of Ada/)).toBeTruthy();
  await press('Close');
  await press('Open');
  expect(screen.getByText(/the dialog of Ada/)).toBeTruthy();
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(said()).toBeUndefined();
});

test('a dialog is shown as loading until it has been fetched', async () => {
  let arrive: (component: typeof Dialog) => void = () => undefined;
  const { press } = page(() => new Promise((resolve) => (arrive = resolve)));
  await press('Open');
  expect(screen.getByRole('status').textContent).toBe('Loading…');
  await act(async () => arrive(Dialog));
  expect(screen.getByText(/the dialog of Ada/)).toBeTruthy();
  expect(screen.queryByRole('status')).toBeNull();
});

test('a dialog that cannot be fetched closes with a toast, and is fetched again when reopened', async () => {
  const fetch = jest.fn(() => Promise.resolve(Dialog)).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const { press, said } = page(fetch);
  await press('Open');
  expect(said()).toBe(NOT_LOADED);
  await press('Open');
  expect(screen.getByText(/the dialog of Ada/)).toBeTruthy();
});
