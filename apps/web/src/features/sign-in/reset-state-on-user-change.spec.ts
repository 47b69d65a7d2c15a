import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { accountApi } from '../../api/account';
import { api } from '../../api/api';
import { draftKept, draftSlice } from '../../components/forms/draft-slice';
import { resetStateOnUserChange } from './reset-state-on-user-change';

const REPAIR = { issue: 'Bent lid' };

/**
 * A page that asks who is signed in, and what is left of a draft after the given people have been signed in in turn.
 */
function openPage() {
  let person: string | null = null;
  globalThis.fetch = (async () => {
    const body = person ? { user: { id: person, name: person } } : {};
    const status = person ? 200 : 401;
    const text = async () => JSON.stringify(body);
    return { ok: status < 400, status, headers: { get: () => null }, json: async () => body, text };
  }) as unknown as typeof fetch;
  const reducer = combineReducers({ [api.reducerPath]: api.reducer, drafts: draftSlice.reducer });
  const middleware = [api.middleware, resetStateOnUserChange];
  const store = configureStore({ reducer, middleware: (defaults) => defaults().concat(middleware) });
  return {
    type: () => store.dispatch(draftKept({ form: 'repair', values: REPAIR })),
    async see(who: string | null) {
      person = who;
      await store.dispatch(accountApi.endpoints.currentUser.initiate(undefined, { forceRefetch: true }));
    },
    drafts: () => store.getState().drafts,
    /** Reads district data, as a screen does. */
    read: () => store.dispatch(accountApi.endpoints.district.initiate()),
    isShown: () => accountApi.endpoints.district.select()(store.getState()).isSuccess,
  };
}

test('drafts are dropped as soon as another user is signed in, even if no sign-out was seen', async () => {
  const page = openPage();
  await page.see('rosa');
  page.type();
  await page.see('tess');
  expect(page.drafts()).toEqual({});
});

test('cached data is dropped when another user is signed in, and kept for the same user', async () => {
  const page = openPage();
  await page.see('rosa');
  await page.read();
  await page.see('rosa');
  expect(page.isShown()).toBe(true);
  await page.see('tess');
  expect(page.isShown()).toBe(false);
});

test('drafts outlive the end of a sign-in session, but only for the same user', async () => {
  const page = openPage();
  await page.see('rosa');
  page.type();
  await page.see(null);
  await page.see('rosa');
  expect(page.drafts()).toEqual({ repair: REPAIR });
  await page.see(null);
  await page.see('tess');
  expect(page.drafts()).toEqual({});
});

test('drafts restored by a reload are kept for the user who is signed in then', async () => {
  const page = openPage();
  page.type();
  await page.see('rosa');
  expect(page.drafts()).toEqual({ repair: REPAIR });
});

test('drafts restored by a reload are dropped if nobody is signed in then', async () => {
  const page = openPage();
  page.type();
  await page.see(null);
  await page.see('rosa');
  expect(page.drafts()).toEqual({});
});
