import { configureStore } from '@reduxjs/toolkit';
import { renderHook, waitFor } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { Provider } from 'react-redux';
import { api } from './api';
import { useCurrentSessionQuery, useScreenSessionQuery } from './sessions';

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

test.each([
  ['the shell', useCurrentSessionQuery],
  ['a screen', useScreenSessionQuery],
])(
  'what %s was told of the work session is asked for again next time [s7.auth.session-never-cached]',
  async (_, use) => {
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
  },
);
