import { combineReducers, configureStore } from '@reduxjs/toolkit';
import type { BillingItem } from '@repairline/contracts/billing/views';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { api } from '../../api/api';
import { draftSlice } from '../../components/forms/draft-slice';
import { toastSlice } from '../../components/toasts/toast-slice';
import { useBillingNotes } from './use-billing-notes';

const item: BillingItem = {
  id: 'log-1',
  barcodeNumber: 'CB-1',
  timestamp: '2026-03-10T12:00:00Z',
  issue: 'Missing keys',
  actions: '',
  comments: null,
  technician: 'Ada Park',
  technicianId: null,
  completed: true,
  billingSent: false,
  createdAt: '2026-03-10T12:00:00Z',
  device: { id: 'device-1', barcodeNumber: 'CB-1', billingNotes: 'PO 1' },
};

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

/** Answers every change with the status; returns what was sent. */
function answerWith(status: number, answer: unknown) {
  const sent: string[] = [];
  globalThis.fetch = ((url: string, init?: { method?: string; body?: string }) => {
    const changes = init?.method === 'PATCH';
    if (changes) sent.push(init.body ?? '');
    const body = url === '/api/csrf-token' ? { csrfToken: 'token' } : answer;
    const ok = !changes || status < 400;
    return Promise.resolve({
      ok,
      status: changes ? status : 200,
      statusText: '',
      headers: new Headers(),
      text: () => Promise.resolve(JSON.stringify(body)),
      json: () => Promise.resolve(body),
    });
  }) as unknown as typeof fetch;
  return sent;
}

test('notes are trimmed on save and shown at once, before the list has been read again', async () => {
  const sent = answerWith(200, {});
  const { result, rerender, store } = editor();
  act(() => result.current.open());
  expect(result.current.typed).toBe('PO 1');
  act(() => result.current.type('  PO 2 \n'));
  await act(async () => expect(await result.current.save()).toBe('written'));
  expect(sent).toEqual(['{"billingNotes":"PO 2"}']);
  expect(result.current).toMatchObject({ notes: 'PO 2', typed: undefined });
  expect(store.getState().toast?.title).toBe('Billing notes updated successfully');

  rerender({ ...item, device: { ...item.device, billingNotes: 'PO 3, by somebody else' } });
  expect(result.current.notes).toBe('PO 3, by somebody else');
});

test('what does not differ is not sent', async () => {
  const sent = answerWith(200, {});
  const { result } = editor();
  act(() => result.current.open());
  await act(async () => expect(await result.current.save()).toBe('unchanged'));
  expect(sent).toEqual([]);
  expect(result.current.typed).toBeUndefined();
});

test('what was typed stays when it cannot be saved, also for the next time the screen is opened', async () => {
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
