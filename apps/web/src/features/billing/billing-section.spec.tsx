import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { api } from '../../api/api';
import { useCompletedRepairsInfiniteQuery } from './billing-api';
import { draftSlice } from '../../components/forms/drafts';
import { toastSlice } from '../../components/toasts/toast-slice';
import { billingItem } from '../testing/billing-item';
import { BillingSection } from './billing-section';

function Pending() {
  const list = useCompletedRepairsInfiniteQuery({ sent: 'false' });
  return <BillingSection title="Pending" list={list} search={undefined} rowsAbove={0} empty={null} marks={false} />;
}

/** Two pages of two repairs. `answer` decides how the server answers a call, named by its cursor. */
async function openList(answer: (cursor: string | null) => Promise<{ status: number }>) {
  globalThis.fetch = (async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://any');
    if (!pathname.endsWith('/completed')) return new Promise(() => undefined);
    const cursor = searchParams.get('cursor');
    const { status } = await answer(cursor);
    const headers: Record<string, string> = { 'X-Total-Count': '4' };
    if (!cursor) headers.Link = '</any?cursor=log-2>; rel="next"';
    return {
      ok: status < 400,
      status,
      text: async () => JSON.stringify(status < 400 ? [1, 2].map((n) => billingItem(cursor ? n + 2 : n)) : {}),
      headers: { get: (name: string) => headers[name] ?? null },
    };
  }) as never;
  const reducer = combineReducers({
    [api.reducerPath]: api.reducer,
    drafts: draftSlice.reducer,
    toast: toastSlice.reducer,
  });
  const store = configureStore({ reducer, middleware: (defaults) => defaults().concat(api.middleware) });
  render(
    <Provider store={store}>
      <MemoryRouter>
        <Pending />
      </MemoryRouter>
    </Provider>,
  );
  await screen.findByText('CB-2');
  return { reread: () => act(() => void store.dispatch(api.util.invalidateTags(['Billing']))) };
}

const more = () => screen.getByRole('button', { name: /^(Show more|Loading)/u });
const shown = () => screen.getAllByRole('link').map(({ textContent }) => textContent);
const ALL = ['CB-1', 'CB-2', 'CB-3', 'CB-4'];

test('a press on Show more while the list is being reread loads the next page afterwards', async () => {
  let isHeld = false;
  let go = () => undefined as void;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const { reread } = await openList(async () => {
    if (isHeld) await held;
    return { status: 200 };
  });
  isHeld = true;
  reread();
  fireEvent.click(more());
  expect(more().textContent).toBe('Loading…');
  go();
  await waitFor(() => expect(shown()).toEqual(ALL));
});

test('a next page that cannot be fetched is reported until it is fetched, even if the list is reread', async () => {
  let status = 500;
  const { reread } = await openList(async (cursor) => ({ status: cursor ? status : 200 }));
  fireEvent.click(more());
  expect(await screen.findByText('Failed to fetch more completed repairs')).toBeTruthy();
  expect(more().textContent).toBe('Show more (2 of 4)');
  reread();
  expect(screen.getByText('Failed to fetch more completed repairs')).toBeTruthy();
  status = 200;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(document.activeElement).toBe(more());
  await waitFor(() => expect(shown()).toEqual(ALL));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('when the last page takes the place of Show more, the first new row gets the focus', async () => {
  await openList(async () => ({ status: 200 }));
  act(() => more().focus());
  fireEvent.click(more());
  await waitFor(() => expect(shown()).toEqual(ALL));
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'CB-3' }));
});
