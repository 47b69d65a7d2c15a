import { configureStore } from '@reduxjs/toolkit';
import { accountApi } from './account';
import { api, csrfToken } from './api';

function answering(status: number, body: string) {
  const asked: string[] = [];
  globalThis.fetch = ((url: string, { method = 'GET' }: { method?: string }) => {
    asked.push(`${method} ${url}`);
    const headers = { get: () => null };
    const [text, json] = [() => Promise.resolve(body), () => Promise.resolve(JSON.parse(body) as unknown)];
    return Promise.resolve({ ok: status < 400, status, statusText: '', headers, text, json });
  }) as unknown as typeof fetch;
  return asked;
}

const store = () =>
  configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
type Dispatch = ReturnType<typeof store>['dispatch'];
const { currentUser, renameSelf, signIn, signOut, technicians } = accountApi.endpoints;

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

const rosa = { email: 'rosa@school.example', password: 'a long one' };

test.each([
  ['a sign-in', 'POST /api/login', (dispatch: Dispatch) => dispatch(signIn.initiate(rosa))],
  ['a sign-out', 'POST /api/logout', (dispatch: Dispatch) => dispatch(signOut.initiate())],
])('after %s the next change asks for a token of its own [d.calls.csrf-dropped-at-sign-in]', async (_, path, call) => {
  csrfToken.drop();
  const asked = answering(200, '{"csrfToken":"token","user":{}}');
  const { dispatch } = store();
  const change = () => dispatch(renameSelf.initiate({ name: 'Rosa' })).unwrap();
  const changed = 'PATCH /api/profile';
  await change();
  await change();
  expect(asked).toEqual(['GET /api/csrf-token', changed, changed]);
  await call(dispatch);
  await change();
  expect(asked.slice(3)).toEqual([path, 'GET /api/csrf-token', changed]);
});
