import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { api } from '../../api/api';
import { draftSlice } from '../../components/forms/draft-slice';
import { SignIn } from './sign-in';

const REFUSED = { message: "Only the school's email domain is allowed" };

/**
 * The login screen with a server that refuses every sign-in; returns the keys of the calls, each of which may be
 * retried.
 */
function openRefusing() {
  const keys = new Set<string | undefined>();
  globalThis.fetch = (async (url: string, init?: { headers?: Record<string, string> }) => {
    const status = url === '/api/login' ? 403 : 200;
    if (status === 403) keys.add(init?.headers?.['Idempotency-Key']);
    const body = status === 403 ? REFUSED : { csrfToken: 'token', emailDomains: [] };
    const text = async () => JSON.stringify(body);
    return { ok: status < 400, status, headers: { get: () => null }, json: async () => body, text };
  }) as unknown as typeof fetch;
  const reducer = combineReducers({ [api.reducerPath]: api.reducer, drafts: draftSlice.reducer });
  const store = configureStore({ reducer, middleware: (defaults) => defaults().concat(api.middleware) });
  render(
    <Provider store={store}>
      <SignIn endedFor={undefined} />
    </Provider>,
  );
  return keys;
}

const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const button = () => screen.getByRole('button', { name: /^Sign/u });
const press = () => fireEvent.click(button());

test('a new attempt clears the error of the last one, even if it is not sent', async () => {
  openRefusing();
  type(/^Email/u, 'rosa@elsewhere.example');
  type(/^Password/u, 'something long');
  press();
  expect(await screen.findByText(REFUSED.message)).toBeTruthy();
  type(/^Email/u, 'x');
  press();
  expect(screen.getByText('Enter a valid email address')).toBeTruthy();
  expect(screen.queryByText(REFUSED.message)).toBeNull();
});

test('the button keeps the focus while the sign-in is being sent, and sends it only once', async () => {
  const keys = openRefusing();
  type(/^Email/u, 'rosa@elsewhere.example');
  type(/^Password/u, 'something long');
  button().focus();
  press();
  expect(button().textContent).toBe('Signing in...');
  expect(button().matches('[aria-disabled="true"]:enabled')).toBe(true);
  press();
  expect(await screen.findByText(REFUSED.message)).toBeTruthy();
  expect(document.activeElement).toBe(button());
  expect(keys.size).toBe(1);
});
