import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { api } from '../../api/api';
import { toastSlice } from '../../components/toasts/toast-slice';
import { RevokeTokenDialog } from './revoke-token-dialog';

const token = {
  id: 't1',
  name: 'Nightly report',
  createdAt: '2026-01-05T08:00:00.000Z',
  lastUsedAt: null,
  expiresAt: '2027-01-05T08:00:00.000Z',
};

test('the button keeps the focus while a token is being revoked and after that failed', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  globalThis.fetch = () => Promise.reject(new Error('No connection'));
  const reducer = combineReducers({ [api.reducerPath]: api.reducer, toast: toastSlice.reducer });
  const store = configureStore({ reducer, middleware: (defaults) => defaults().concat(api.middleware) });
  render(
    <Provider store={store}>
      <RevokeTokenDialog token={token} onClose={() => undefined} />
    </Provider>,
  );
  const button = screen.getByRole('button', { name: 'Revoke token' });
  button.focus();
  fireEvent.click(button);
  expect(button.textContent).toBe('Revoking...');
  expect(button.matches('[aria-disabled="true"]:enabled')).toBe(true);
  await waitFor(() => expect(button.textContent).toBe('Revoke token'));
  expect(document.activeElement).toBe(button);
  logged.mockRestore();
});
