import type { ApiToken } from '@repairline/contracts/identity/views';
import { act, renderHook, waitFor } from '@testing-library/react';
import { configureStore } from '@reduxjs/toolkit';
import type { PropsWithChildren } from 'react';
import { Provider } from 'react-redux';
import { api } from '../../api/api';
import { useApiTokensQuery, useCreateApiTokenMutation, useRevokeApiTokenMutation } from './profile-api';

const nightly: ApiToken = {
  ...{ id: 't1', name: 'Nightly', lastUsedAt: null },
  ...{ createdAt: '2026-11-02T08:00:00.000Z', expiresAt: '2026-12-02T08:00:00.100Z' },
};

/** Answers as the gateway does: a key names one token for good. The first creation is carried out without an answer. */
function openStore() {
  const made: ApiToken[] = [];
  const keys: (string | null)[] = [];
  const answer = (value: unknown) => ({
    ok: true,
    status: 200,
    headers: { get: () => null },
    json: async () => value,
    text: async () => JSON.stringify(value),
  });
  globalThis.fetch = (async (url: string, { method, headers, body }: RequestInit = {}) => {
    if (method === 'DELETE') made.pop();
    if (method !== 'POST') return answer(url.endsWith('csrf-token') ? { csrfToken: 'token' } : [...made]);
    keys.push(new Headers(headers).get('Idempotency-Key'));
    if (keys.length > 2) return answer({});
    if (keys.length === 1) made.push({ ...nightly, ...(JSON.parse(body as string) as { name: string }) });
    throw new TypeError('Failed to fetch');
  }) as unknown as typeof fetch;
  const reducer = { [api.reducerPath]: api.reducer };
  const store = configureStore({ reducer, middleware: (defaults) => defaults().concat(api.middleware) });
  const wrapper = ({ children }: PropsWithChildren) => <Provider store={store}>{children}</Provider>;
  return { keys, wrapper };
}

test('a token whose creation got no answer is listed, and once it is revoked its name makes another', async () => {
  const { keys, wrapper } = openStore();
  const { result, unmount } = renderHook(
    () => ({
      list: useApiTokensQuery().data,
      create: useCreateApiTokenMutation()[0],
      revoke: useRevokeApiTokenMutation()[0],
    }),
    { wrapper },
  );
  await waitFor(() => expect(result.current.list).toEqual([]));
  await act(() => result.current.create({ name: 'Nightly', days: 30 }));
  await waitFor(() => expect(result.current.list).toMatchObject([{ id: 't1', name: 'Nightly' }]));
  await act(() => result.current.revoke(nightly));
  await act(() => result.current.create({ name: 'Nightly', days: 30 }));
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  unmount();
});
