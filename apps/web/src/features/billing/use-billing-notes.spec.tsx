import { combineReducers, configureStore } from '@reduxjs/toolkit';
import type { BillingItem } from '@repairline/contracts/billing/views';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { api } from '../../api/api';
import { useCompletedRepairsInfiniteQuery } from './billing-api';
import { draftSlice } from '../../components/forms/drafts';
import { toastSlice } from '../../components/toasts/toast-slice';
import { billingItem } from '../testing/billing-item';
import { useBillingNotes } from './use-billing-notes';

const item = billingItem(1, 'PO 1');

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  drafts: draftSlice.reducer,
  toast: toastSlice.reducer,
});
const newStore = () => configureStore({ reducer, middleware: (defaults) => defaults().concat(api.middleware) });

function editor(store = newStore()) {
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  return { store, ...renderHook((shown: BillingItem) => useBillingNotes(shown), { wrapper, initialProps: item }) };
}

function answered(status: number, body: unknown) {
  return Promise.resolve({
    ok: status < 400,
    status,
    statusText: '',
    headers: new Headers(),
    text: () => Promise.resolve(JSON.stringify(body)),
    json: () => Promise.resolve(body),
  });
}

/** Answers every change with this status; returns the bodies that were sent. */
function answerWith(status: number, answer: unknown) {
  const sent: string[] = [];
  globalThis.fetch = ((url: string, init?: { method?: string; body?: string }) => {
    if (url === '/api/csrf-token') return answered(200, { csrfToken: 'token' });
    if (init?.method !== 'PATCH') return answered(200, answer);
    sent.push(init.body ?? '');
    return answered(status, answer);
  }) as unknown as typeof fetch;
  return sent;
}

interface NotesBody {
  billingNotes: string;
  expected: { billingNotes: string };
}

/** Two repairs of one device, as the list has them. `notes` are the server's, which returns them while it is up. */
async function twoRows() {
  const server = { notes: 'PO 1', isUp: true, sent: [] as string[][] };
  const device = () => ({ ...item.device, billingNotes: server.notes });
  globalThis.fetch = ((url: string, init?: { method?: string; body?: string }) => {
    if (url === '/api/csrf-token') return answered(200, { csrfToken: 'token' });
    if (init?.method === 'PATCH') {
      const { billingNotes, expected } = JSON.parse(init.body ?? '') as NotesBody;
      server.sent.push([expected.billingNotes, billingNotes]);
      if (expected.billingNotes !== server.notes)
        return answered(409, { type: 'changed_meanwhile', message: 'Changed' });
      server.notes = billingNotes;
      return answered(200, device());
    }
    if (url === '/api/devices/CB-1') return answered(200, device());
    const items = ['log-1', 'log-2'].map((id) => ({ ...item, id, device: device() }));
    return server.isUp ? answered(200, items) : new Promise(() => undefined);
  }) as unknown as typeof fetch;

  const store = newStore();
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const useRows = () => {
    const { data } = useCompletedRepairsInfiniteQuery({ sent: 'false' });
    const [one = item, other = item] = data?.pages.flatMap(({ items }) => items) ?? [];
    return { listed: data !== undefined, one: useBillingNotes(one), other: useBillingNotes(other) };
  };
  const { result: rows } = renderHook(useRows, { wrapper });
  await waitFor(() => expect(rows.current.listed).toBe(true));
  const refetch = () => act(() => void store.dispatch(api.util.invalidateTags(['Billing'])));
  const shown = () => [rows.current.one.notes, rows.current.other.notes];
  const write = async (row: 'one' | 'other', text: string) => {
    act(() => rows.current[row].type(text));
    await act(async () => expect(await rows.current[row].save()).toBe('written'));
  };
  return { store, server, rows, shown, write, refetch };
}

test('notes are trimmed on save and shown in all rows of the device before the list is refetched', async () => {
  const { store, server, rows, shown, write } = await twoRows();
  act(() => rows.current.one.open());
  expect(rows.current.one.typed).toBe('PO 1');
  server.isUp = false;
  await write('one', '  PO 2 \n');
  expect(server.sent).toEqual([['PO 1', 'PO 2']]);
  expect(rows.current.one.typed).toBeUndefined();
  expect(shown()).toEqual(['PO 2', 'PO 2']);
  expect(store.getState().toast?.title).toBe('Billing notes updated successfully');
});

test('notes changed back to an earlier text show that text', async () => {
  const { server, shown, write, refetch } = await twoRows();
  await write('one', 'PO 2');
  server.notes = 'PO 1';
  refetch();
  await waitFor(() => expect(shown()).toEqual(['PO 1', 'PO 1']));
  await write('one', 'PO 2');
  await write('other', 'PO 1');
  await waitFor(() => expect(shown()).toEqual(['PO 1', 'PO 1']));
});

test('unchanged notes are not sent', async () => {
  const sent = answerWith(200, {});
  const { result } = editor();
  act(() => result.current.open());
  await act(async () => expect(await result.current.save()).toBe('unchanged'));
  expect(sent).toEqual([]);
  expect(result.current.typed).toBeUndefined();
});

test('notes opened but not edited follow changes by others, and saving them sends nothing', async () => {
  const { server, rows, refetch, shown } = await twoRows();
  act(() => rows.current.one.open());
  server.notes = 'Written by Ben';
  refetch();
  await waitFor(() => expect(shown()).toEqual(['Written by Ben', 'Written by Ben']));
  expect(rows.current.one.typed).toBe('Written by Ben');
  await act(async () => expect(await rows.current.one.save()).toBe('unchanged'));
  expect(server.sent).toEqual([]);
  expect(rows.current.one.typed).toBeUndefined();
});

test('notes that others changed during typing are replaced only by a second save, after a warning', async () => {
  const { server, rows, refetch, shown } = await twoRows();
  act(() => rows.current.one.open());
  act(() => rows.current.one.type('PO 1, Ada'));
  server.notes = 'Written by Ben';
  refetch();
  await waitFor(() => expect(shown()[0]).toBe('Written by Ben'));
  expect(rows.current.one.typed).toBe('PO 1, Ada');
  await act(async () => expect(await rows.current.one.save()).toBe('failed'));
  expect(rows.current.one.warning).toBe(
    'This has been changed to “Written by Ben” in the meantime. Save again to replace it.',
  );
  expect(rows.current.one.typed).toBe('PO 1, Ada');
  expect(server.sent).toEqual([]);
  await act(async () => expect(await rows.current.one.save()).toBe('written'));
  expect(server.sent).toEqual([['Written by Ben', 'PO 1, Ada']]);
});

test('notes that others changed without this page hearing of it are quoted, and replaced only by a second save', async () => {
  const { server, rows, shown } = await twoRows();
  act(() => rows.current.one.type('PO 1, Ada'));
  server.notes = 'Written by Ben';
  await act(async () => expect(await rows.current.one.save()).toBe('failed'));
  expect(rows.current.one.warning).toBe(
    'This has been changed to “Written by Ben” in the meantime. Save again to replace it.',
  );
  await waitFor(() => expect(shown()).toEqual(['Written by Ben', 'Written by Ben']));
  await act(async () => expect(await rows.current.one.save()).toBe('written'));
  // Each change that fails is sent twice.
  const refused = ['PO 1', 'PO 1, Ada'];
  expect(server.sent).toEqual([refused, refused, ['Written by Ben', 'PO 1, Ada']]);
});

test('notes that others removed during typing are not quoted in the warning', async () => {
  const { server, rows, refetch, shown } = await twoRows();
  act(() => rows.current.one.type('PO 1, Ada'));
  server.notes = '';
  refetch();
  await waitFor(() => expect(shown()[0]).toBe(''));
  await act(async () => expect(await rows.current.one.save()).toBe('failed'));
  expect(rows.current.one.warning).toBe('This has been emptied in the meantime. Save again to keep yours.');
});

test('typed notes survive a failed save, even after the screen is reopened', async () => {
  answerWith(409, { message: 'Not now' });
  const { result, unmount, store } = editor();
  act(() => result.current.open());
  act(() => result.current.type('PO 2'));
  await act(async () => expect(await result.current.save()).toBe('failed'));
  expect(store.getState().toast).toMatchObject({ title: 'Error', body: 'Not now', intent: 'destructive' });
  unmount();
  expect(editor(store).result.current.typed).toBe('PO 2');
});

test('notes that are too long are not sent; the field says so', async () => {
  const sent = answerWith(200, {});
  const { result } = editor();
  act(() => result.current.type('x'.repeat(4001)));
  await act(async () => expect(await result.current.save()).toBe('failed'));
  expect(result.current.error).toBe('Billing Notes can have at most 4000 characters');
  expect(sent).toEqual([]);
});

test('pressing save twice saves once', async () => {
  const sent = answerWith(200, {});
  const { result } = editor();
  act(() => result.current.type('PO 2'));
  await act(async () => {
    await Promise.all([result.current.save(), result.current.save()]);
  });
  await waitFor(() => expect(sent).toHaveLength(1));
});

test('text typed while notes are being saved stays in the editor and is sent with the next save', async () => {
  const { server, rows, shown } = await twoRows();
  act(() => rows.current.one.type('PO 2'));
  await act(async () => {
    const saved = rows.current.one.save();
    rows.current.one.type('PO 2 urgent');
    expect(await saved).toBe('written');
  });
  expect(shown()).toEqual(['PO 2', 'PO 2']);
  expect(rows.current.one.typed).toBe('PO 2 urgent');
  await act(async () => expect(await rows.current.one.save()).toBe('written'));
  expect(server.sent).toEqual([
    ['PO 1', 'PO 2'],
    ['PO 2', 'PO 2 urgent'],
  ]);
  expect(rows.current.one.typed).toBeUndefined();
});
