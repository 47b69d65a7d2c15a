import { configureStore } from '@reduxjs/toolkit';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { Provider } from 'react-redux';
import { api } from '../api';
import {
  useCurrentSessionQuery,
  useEndSessionMutation,
  useScreenSessionQuery,
  useStartSessionMutation,
} from './sessions';

function openStore() {
  const asked: string[] = [];
  globalThis.fetch = (async (url: string) => {
    asked.push(url);
    return { ok: true, status: 200, headers: { get: () => null }, text: async () => '{"id":"s1"}' };
  }) as unknown as typeof fetch;
  const reducer = { [api.reducerPath]: api.reducer };
  const store = configureStore({ reducer, middleware: (defaults) => defaults().concat(api.middleware) });
  const wrapper = ({ children }: PropsWithChildren) => <Provider store={store}>{children}</Provider>;
  return { asked, wrapper };
}

// proves s7.auth.session-never-cached
test.each([
  ['the shell', useCurrentSessionQuery],
  ['a screen', useScreenSessionQuery],
])('the work session is fetched again, not cached, each time %s is opened', async (_, use) => {
  jest.useFakeTimers();
  const { asked, wrapper } = openStore();
  const look = () => renderHook(() => use(), { wrapper });
  const first = look();
  await waitFor(() => expect(first.result.current.data).toEqual({ id: 's1' }));
  first.unmount();
  await jest.advanceTimersByTimeAsync(1_000);
  const second = look();
  expect(second.result.current.data).toBeUndefined();
  await waitFor(() => expect(second.result.current.data).toEqual({ id: 's1' }));
  expect(asked).toEqual(['/api/sessions/current', '/api/sessions/current']);
  second.unmount();
  jest.useRealTimers();
});

test('a started or ended work session shows before it has been refetched', async () => {
  const { wrapper } = openStore();
  const answer = globalThis.fetch;
  let isRead = false;
  globalThis.fetch = ((url: string, init: RequestInit) => {
    if (url.endsWith('csrf-token')) return Promise.resolve({ ok: true, json: async () => ({ csrfToken: 'token' }) });
    if (url.endsWith('current') && isRead) return new Promise(() => undefined);
    return answer(url, init);
  }) as unknown as typeof fetch;
  const { result, unmount } = renderHook(
    () => ({
      shell: useCurrentSessionQuery(),
      screen: useScreenSessionQuery(),
      start: useStartSessionMutation()[0],
      end: useEndSessionMutation()[0],
    }),
    { wrapper },
  );
  const shown = () => [result.current.shell.data, result.current.screen.data];
  await waitFor(() => expect(shown()).toEqual([{ id: 's1' }, { id: 's1' }]));
  isRead = true;
  await act(() => result.current.end());
  expect(shown()).toEqual([null, null]);
  await act(() => result.current.start());
  expect(shown()).toEqual([{ id: 's1' }, { id: 's1' }]);
  unmount();
});
