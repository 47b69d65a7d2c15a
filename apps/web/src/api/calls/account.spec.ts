import { configureStore } from '@reduxjs/toolkit';
import { profileApi } from '../../features/profile/profile-api';
import { accountApi } from './account';
import { api, csrfToken } from '../api';

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
const { currentUser, signIn, signOut, technicians } = accountApi.endpoints;
const { renameSelf } = profileApi.endpoints;

// proves s7.plumbing.401-null
test('a 401 to the current-user query means that nobody is signed in', async () => {
  const asked = answering(401, '{"message":"Not signed in"}');
  expect(await store().dispatch(currentUser.initiate()).unwrap()).toBeNull();
  expect(asked).toEqual(['GET /api/auth/user']);
});

// proves s7.plumbing.401-throws
test('a 401 to any other query is thrown', async () => {
  answering(401, '{"message":"Not signed in"}');
  await expect(store().dispatch(technicians.initiate()).unwrap()).rejects.toMatchObject({
    status: 401,
    message: '401: {"message":"Not signed in"}',
  });
});

test('any other failure of the current-user query is thrown', async () => {
  answering(503, '');
  await expect(store().dispatch(currentUser.initiate()).unwrap()).rejects.toMatchObject({ status: 503 });
});

const rosa = { email: 'rosa@school.example', password: 'a long one' };

// proves d.calls.csrf-dropped-at-sign-in
test.each([
  ['a sign-in', 'POST /api/login', (dispatch: Dispatch) => dispatch(signIn.initiate(rosa))],
  ['a sign-out', 'POST /api/logout', (dispatch: Dispatch) => dispatch(signOut.initiate())],
])('after %s the next change fetches a new CSRF token', async (_, path, call) => {
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
