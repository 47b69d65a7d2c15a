import { configureStore } from '@reduxjs/toolkit';
import { accountApi } from './account';
import { api } from './api';

function answering(status: number, body: string) {
  const asked: string[] = [];
  globalThis.fetch = ((url: string, { method }: { method: string }) => {
    asked.push(`${method} ${url}`);
    const headers = { get: () => null };
    return Promise.resolve({ ok: status < 400, status, statusText: '', headers, text: () => Promise.resolve(body) });
  }) as unknown as typeof fetch;
  return asked;
}

const store = () =>
  configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
const { currentUser, technicians } = accountApi.endpoints;

test('a 401 says that nobody is signed in, where that is the question [s7.plumbing.401-null]', async () => {
  const asked = answering(401, '{"message":"Not signed in"}');
  expect(await store().dispatch(currentUser.initiate()).unwrap()).toBeNull();
  expect(asked).toEqual(['GET /api/auth/user']);
});

test('everywhere else a 401 is thrown [s7.plumbing.401-throws]', async () => {
  answering(401, '{"message":"Not signed in"}');
  await expect(store().dispatch(technicians.initiate()).unwrap()).rejects.toMatchObject({
    status: 401,
    message: '401: {"message":"Not signed in"}',
  });
});

test('any other refusal of the question who is signed in is thrown', async () => {
  answering(503, '');
  await expect(store().dispatch(currentUser.initiate()).unwrap()).rejects.toMatchObject({ status: 503 });
});
