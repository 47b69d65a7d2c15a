import { configureStore } from '@reduxjs/toolkit';
import type { BillingItem } from '@repairline/contracts/billing/views';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { api } from '../../api/api';
import { useCompletedRepairsInfiniteQuery } from './billing-api';

const REPAIRS = 10_000;
let repairs: BillingItem[];
let calls: number;

const repair = (place: number) => ({ id: `log-${place}` }) as BillingItem;

/** Pages as the server does: the cursor names the last item of the page before. */
function answer(address: string) {
  calls += 1;
  const { searchParams } = new URL(address, 'http://any');
  const from = repairs.findIndex(({ id }) => id === searchParams.get('cursor')) + 1;
  const to = from + Number(searchParams.get('limit'));
  const items = repairs.slice(from, to);
  const link = to < repairs.length ? `</any?cursor=${items.at(-1)?.id}>; rel="next"` : '';
  const headers: Record<string, string> = { 'X-Total-Count': `${repairs.length}`, Link: link };
  return {
    ok: true,
    text: async () => JSON.stringify(items),
    headers: { get: (name: string) => headers[name] ?? null },
  };
}

function openList() {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }).concat(api.middleware),
  });
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { result } = renderHook(() => useCompletedRepairsInfiniteQuery({ sent: 'false' }), { wrapper });
  return { store, list: result, shown: () => result.current.data?.pages.flatMap(({ items }) => items) };
}

beforeEach(() => {
  calls = 0;
  repairs = Array.from({ length: REPAIRS }, (_, place) => repair(place));
  globalThis.fetch = jest.fn(async (address: string) => answer(address)) as never;
});

test('the list opens with the first 50 repairs, in one call', async () => {
  const { shown } = openList();
  await waitFor(() => expect(shown()).toEqual(repairs.slice(0, 50)));
  expect(calls).toBe(1);
});

test('a list of 10,000 repairs is refetched in at most 25 calls, with none lost or duplicated', async () => {
  const { store, list, shown } = openList();
  await waitFor(() => expect(shown()).toHaveLength(50));
  while (list.current.hasNextPage) await act(async () => void (await list.current.fetchNextPage()));
  expect(shown()).toEqual(repairs);
  calls = 0;
  repairs.unshift(repair(-1));
  act(() => void store.dispatch(api.util.invalidateTags(['Billing'])));
  await waitFor(() => expect(shown()?.[0]).toEqual(repair(-1)));
  expect(shown()).toEqual(repairs.slice(0, shown()?.length));
  expect(shown()?.length).toBeGreaterThanOrEqual(REPAIRS);
  expect(calls).toBeLessThanOrEqual(25);
});
