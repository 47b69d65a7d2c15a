import { configureStore } from '@reduxjs/toolkit';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { NOT_LOADED } from '../../components/late/late-part';
import { toastSlice } from '../../components/toasts/toast-slice';
import { fetchRowMenu, QuickActions } from './quick-actions';

let menus = 0;
let mockIsThere = true;
jest.mock('./row-menu', () => {
  if (!mockIsThere) throw new TypeError('Failed to fetch');
  return {
    RowMenu: () => {
      menus += 1;
      return <p>its menu</p>;
    },
  };
});

function row() {
  const store = configureStore({ reducer: { toast: toastSlice.reducer } });
  render(
    <Provider store={store}>
      <QuickActions device={{ barcodeNumber: 'CB-1' } as Device} user={{} as SignedInUser} className="" />
    </Provider>,
  );
  const button = () => screen.getByRole('button', { name: 'Quick actions for CB-1', expanded: false });
  return { button, said: () => store.getState().toast?.body };
}

test('a menu that cannot be fetched shows a toast and keeps its button, and opens on the next press', async () => {
  mockIsThere = false;
  const { button, said } = row();
  fireEvent.click(button());
  await waitFor(() => expect(said()).toBe(NOT_LOADED));
  mockIsThere = true;
  fireEvent.click(button());
  expect(await screen.findByText('its menu')).toBeTruthy();
});

test.each([
  ['pressed', (button: HTMLElement) => fireEvent.click(button)],
  ['opened by keyboard', (button: HTMLElement) => fireEvent.keyDown(button, { key: 'ArrowDown' })],
])('a row renders its menu only when its button is %s, not on focus, other keys or prefetch', async (_, ask) => {
  menus = 0;
  const { button } = row();
  fireEvent.focus(button());
  fireEvent.keyDown(button(), { key: 'a' });
  fetchRowMenu();
  await import('./row-menu');
  expect(menus).toBe(0);
  ask(button());
  expect(await screen.findByText('its menu')).toBeTruthy();
});
