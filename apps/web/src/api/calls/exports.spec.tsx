import { configureStore } from '@reduxjs/toolkit';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { accountApi } from './account';
import { api } from '../api';
import { nameFrom, useExportCsv } from './exports';

function answering(answers: Record<string, () => Promise<unknown>>) {
  const asked: string[] = [];
  globalThis.fetch = jest.fn((url: string) => {
    asked.push(url);
    return answers[url]?.();
  }) as never;
  return asked;
}

function opened() {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }).concat(api.middleware),
  });
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  return { store, ...renderHook(() => useExportCsv(), { wrapper }) };
}

const users = { ok: true, text: async () => '[]', headers: { get: () => null } };

test('a slow export does not block other fetches', async () => {
  const asked = answering({ '/api/users': async () => users, '/api/all.csv': () => new Promise(() => undefined) });
  const { store, result } = opened();
  await act(async () => void (await store.dispatch(accountApi.endpoints.technicians.initiate())));
  act(() => void result.current.exportCsv({ url: 'all.csv' }));
  expect(result.current.isExporting).toBe(true);
  await act(async () => void store.dispatch(api.util.invalidateTags(['Users'])));
  expect(asked).toEqual(['/api/users', '/api/all.csv', '/api/users']);
});

test("a refused export throws the server's error and is no longer under way", async () => {
  const refusal = '{"message":"Only Admins","type":"admin_only"}';
  answering({ '/api/all.csv': async () => ({ ok: false, status: 403, text: async () => refusal }) });
  const { result } = opened();
  const asking = act(() => result.current.exportCsv({ url: 'all.csv' }));
  await expect(asking).rejects.toMatchObject({ status: 403, body: { message: 'Only Admins' } });
  expect(result.current.isExporting).toBe(false);
});

test('a download has the file name of the Content-Disposition header, if there is one', () => {
  expect(nameFrom('attachment; filename="completed-repairs-2026-03-10.csv"')).toBe('completed-repairs-2026-03-10.csv');
  expect(nameFrom('attachment; filename=logs.csv')).toBe('logs.csv');
  expect(nameFrom('attachment')).toBeUndefined();
  expect(nameFrom(null)).toBeUndefined();
});
