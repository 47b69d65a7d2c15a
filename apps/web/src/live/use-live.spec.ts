import { configureStore } from '@reduxjs/toolkit';
import { act, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { useDistrictQuery, useTechniciansQuery } from '../api/account';
import { api } from '../api/api';
import type { LiveEvents } from './live-connection';
import { liveSlice } from './live-slice';
import { liveAddress, useLive } from './use-live';

let mockEvents: LiveEvents | undefined;
jest.mock('./live-connection', () => ({
  connectLive: (_: string, events: LiveEvents) => {
    mockEvents = events;
    return () => undefined;
  },
}));

test('the socket is as secure as the page, on the same host [s7.live.wss]', () => {
  expect(liveAddress({ protocol: 'https:', host: 'repairs.school.example' })).toBe('wss://repairs.school.example/ws');
  expect(liveAddress({ protocol: 'http:', host: 'localhost:3000' })).toBe('ws://localhost:3000/ws');
});

test('what could not be read while the network was away is read once it is back, and what is well is not', async () => {
  const asked: string[] = [];
  let isOnline = true;
  globalThis.fetch = (async (url: string) => {
    asked.push(url);
    if (!isOnline) throw new TypeError('Failed to fetch');
    return { ok: true, text: async () => '[]', headers: { get: () => null } };
  }) as never;
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, live: liveSlice.reducer },
    middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }).concat(api.middleware),
  });
  const wrapper = ({ children }: { children: ReactNode }) => createElement(Provider, { store, children });
  const { result, rerender } = renderHook(
    ({ late }) => {
      useLive();
      return { well: useTechniciansQuery(), failed: useDistrictQuery(undefined, { skip: !late }) };
    },
    { wrapper, initialProps: { late: false } },
  );
  await waitFor(() => expect(mockEvents).toBeDefined());
  const greet = () => act(() => mockEvents?.onMessage({ type: 'hello', positions: {}, refetch: false }));
  greet();
  await waitFor(() => expect(asked).toHaveLength(2));
  await waitFor(() => expect(result.current.well.isFetching).toBe(false));

  isOnline = false;
  rerender({ late: true });
  await waitFor(() => expect(result.current.failed.isError).toBe(true));
  isOnline = true;
  asked.length = 0;
  greet();
  await waitFor(() => expect(result.current.failed.isSuccess).toBe(true));
  expect(asked).toEqual(['/api/district']);
});
