import { combineReducers, configureStore } from '@reduxjs/toolkit';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { useCurrentUserQuery } from '../../api/account';
import { api } from '../../api/api';
import { draftSlice } from '../../components/forms/draft-slice';
import { toastSlice } from '../../components/toasts/toast-slice';
import { ProfileSettings } from './profile-settings';

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  drafts: draftSlice.reducer,
  toast: toastSlice.reducer,
});

const rosa: SignedInUser = {
  ...{ id: 'u1', email: 'rosa@school.example', name: 'Rosa', role: 'Member', approved: true, lastLoginAt: null },
  ...{ createdAt: '2026-01-05T08:00:00.000Z', updatedAt: '2026-01-05T08:00:00.000Z' },
};

/** Opens the profile of the person the server knows; it answers once it is `ready`. */
async function openProfile() {
  const server = { user: rosa, ready: Promise.resolve(), renamed: 0 };
  const answerOf = async (url: string, change: string | undefined): Promise<unknown> => {
    if (url === '/api/csrf-token') return { csrfToken: 'token' };
    if (url === '/api/profile/tokens') return [];
    if (change) {
      server.renamed += 1;
      server.user = { ...server.user, ...(JSON.parse(change) as { name: string }) };
    } else await server.ready;
    return { user: server.user };
  };
  globalThis.fetch = (async (url: string, init?: { body?: string }) => {
    const body = await answerOf(url, init?.body);
    const text = async () => JSON.stringify(body);
    return { ok: true, status: 200, headers: { get: () => null }, json: async () => body, text };
  }) as unknown as typeof fetch;

  const store = configureStore({ reducer, middleware: (defaults) => defaults().concat(api.middleware) });
  function Profile() {
    const { data: user } = useCurrentUserQuery();
    return user ? <ProfileSettings user={user} /> : null;
  }
  render(
    <Provider store={store}>
      <Profile />
    </Provider>,
  );
  await screen.findByLabelText(/^Display Name/u);
  const refetch = () => act(() => void store.dispatch(api.util.invalidateTags(['CurrentUser'])));
  return { server, refetch, toast: () => store.getState().toast?.title };
}

const field = () => screen.getByLabelText<HTMLInputElement>(/^Display Name/u);
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Sav/u });
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });

test('a saved name is shown as it was saved, and a later change by others is shown too', async () => {
  const { server, refetch, toast } = await openProfile();
  type('  Rosa Lind ');
  let goOn: () => void = () => undefined;
  server.ready = new Promise((resolve) => (goOn = resolve));
  fireEvent.click(save());
  await waitFor(() => expect(toast()).toBe('Profile updated successfully'));
  expect(field().value).toBe('Rosa Lind');
  goOn();
  server.user = { ...server.user, name: 'Rosa Lind-Berg' };
  refetch();
  await waitFor(() => expect(field().value).toBe('Rosa Lind-Berg'));
});

test('the button keeps the focus while the name is saved, once, and when nothing is left to save', async () => {
  const { server, toast } = await openProfile();
  const isDisabledInReach = () => save().matches('[aria-disabled="true"]:enabled');
  type('Rosa Lind');
  save().focus();
  fireEvent.click(save());
  expect(save().textContent).toBe('Saving...');
  expect(isDisabledInReach()).toBe(true);
  fireEvent.click(save());
  await waitFor(() => expect(toast()).toBe('Profile updated successfully'));
  expect(save().textContent).toBe('Save Changes');
  expect(isDisabledInReach()).toBe(true);
  expect(document.activeElement).toBe(save());
  fireEvent.click(save());
  expect(save().textContent).toBe('Save Changes');
  expect(server.renamed).toBe(1);
});
