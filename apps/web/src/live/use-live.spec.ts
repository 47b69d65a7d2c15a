import { configureStore } from '@reduxjs/toolkit';
import { act, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { useDistrictQuery, useTechniciansQuery } from '../api/calls/account';
import { api } from '../api/api';
import { useApiTokensQuery } from '../features/profile/profile-api';
import { beginOwnChange, onDevicesChanged } from '../api/calls/device-changes';
import type { LiveEvents } from './live-connection';
import { liveSlice } from './live-slice';
import { liveAddress, useLive } from './use-live';

let mockEvents: LiveEvents | undefined;
beforeEach(() => (mockEvents = undefined));
jest.mock('./live-connection', () => ({
  connectLive: (_: string, events: LiveEvents) => {
    mockEvents = events;
    return () => undefined;
  },
}));

// proves s7.live.wss
test("the socket is on the page's host, and secure if the page is", () => {
  expect(liveAddress({ protocol: 'https:', host: 'repairs.school.example' })).toBe('wss://repairs.school.example/ws');
  expect(liveAddress({ protocol: 'http:', host: 'localhost:3000' })).toBe('ws://localhost:3000/ws');
});

/** A page with live updates whose server answers as `answers` says. */
function livePage<Shown>(answers: () => { status: number }, use: (late: boolean) => Shown) {
  const asked: string[] = [];
  globalThis.fetch = (async (url: string) => {
    asked.push(url);
    const { status } = answers();
    return { ok: status === 200, status, text: async () => '[]', headers: { get: () => null } };
  }) as never;
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, live: liveSlice.reducer },
    middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }).concat(api.middleware),
  });
  const wrapper = ({ children }: { children: ReactNode }) => createElement(Provider, { store, children });
  const page = renderHook(
    ({ late }) => {
      useLive();
      return use(late);
    },
    { wrapper, initialProps: { late: false } },
  );
  const greet = () =>
    act(() => {
      mockEvents?.onOpen();
      mockEvents?.onMessage({ type: 'hello', positions: {}, refetch: false });
    });
  return { ...page, asked, greet, store };
}

/** A page that is connected and asks for nothing itself. */
async function connectedPage() {
  const page = livePage(
    () => ({ status: 200 }),
    () => undefined,
  );
  await waitFor(() => expect(mockEvents).toBeDefined());
  page.greet();
  return page;
}

test('after a reconnect a fetch that failed is repeated, and one that succeeded is not', async () => {
  let isOnline = true;
  const answers = () => {
    if (!isOnline) throw new TypeError('Failed to fetch');
    return { status: 200 };
  };
  const { result, rerender, asked, greet } = livePage(answers, (late) => ({
    well: useTechniciansQuery(),
    failed: useApiTokensQuery(undefined, { skip: !late }),
  }));
  await waitFor(() => expect(mockEvents).toBeDefined());
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
  expect(asked).toEqual(['/api/profile/tokens']);
});

test('the district is read again after a reconnect only: the server may have restarted with another', async () => {
  const { asked, greet } = livePage(
    () => ({ status: 200 }),
    () => [useDistrictQuery(), useTechniciansQuery()],
  );
  const readsOf = (path: string) => asked.filter((one) => one === path).length;
  await waitFor(() => expect(mockEvents).toBeDefined());
  greet();
  await waitFor(() => expect(readsOf('/api/users')).toBe(2));
  expect(readsOf('/api/district')).toBe(1);
  greet();
  await waitFor(() => expect(readsOf('/api/district')).toBe(2));
  expect(readsOf('/api/users')).toBe(2);
});

test('a row is marked together with what has changed in it, so that both are drawn at once', async () => {
  const { store } = await connectedPage();
  const order: string[] = [];
  const stops = [
    store.subscribe(() => void (store.getState().live.markedRows.length > 0 && order.push('marked'))),
    onDevicesChanged(() => {
      order.push('changed');
      setTimeout(() => order.push('drawn'));
    }),
  ];
  act(() => mockEvents?.onMessage({ type: 'device_updated', context: 'repairs', at: 1, barcodeNumber: 'CB-1' }));
  await waitFor(() => expect(order).toContain('drawn'));
  stops.forEach((stop) => stop());
  expect(order.filter((one, place) => order.indexOf(one) === place)).toEqual(['changed', 'marked', 'drawn']);
  expect(store.getState().live.markedRows).toEqual(['CB-1']);
});

test('whose change it is counts when its notice arrives, however late it is drawn', async () => {
  const { store } = await connectedPage();
  const change = { type: 'device_updated', context: 'repairs', at: 1 } as const;
  beginOwnChange(['CB-1'])();
  act(() => {
    mockEvents?.onMessage({ ...change, barcodeNumber: 'CB-1' });
    mockEvents?.onMessage({ ...change, barcodeNumber: 'CB-2' });
  });
  const now = Date.now();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 3_500);
  await waitFor(() => expect(store.getState().live.markedRows).not.toEqual([]));
  clock.mockRestore();
  expect(store.getState().live.markedRows).toEqual(['CB-2']);
});

test('outdated data is refetched automatically until the server answers', async () => {
  const failures: number[] = [];
  const shown: boolean[] = [];
  const { result, asked, greet } = livePage(
    () => ({ status: failures.shift() ?? 200 }),
    () => {
      const query = useTechniciansQuery();
      shown.push(query.isError);
      return query;
    },
  );
  await waitFor(() => expect(mockEvents).toBeDefined());
  greet();
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  await waitFor(() => expect(result.current.isFetching).toBe(false));

  failures.push(503);
  asked.length = 0;
  act(() => mockEvents?.onMessage({ type: 'user_updated', context: 'identity', at: 1, userId: 'u-1' }));
  await waitFor(() => expect(asked).toHaveLength(2), { timeout: 4_000 });
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  expect(shown).toContain(true);
  expect(asked).toEqual(['/api/users', '/api/users']);
});
