import { combineReducers, configureStore } from '@reduxjs/toolkit';
import type { Role } from '@repairline/contracts/identity/views';
import { accountApi } from '../../api/calls/account';
import { api } from '../../api/api';
import { listApi } from '../devices/live-list/list-api';
import { draftKept, draftSlice } from '../../components/forms/drafts';
import { resetStateOnUserChange } from './reset-state-on-user-change';

const REPAIR = { issue: 'Bent lid' };

/**
 * A page that asks who is signed in, and what is left of a draft after the given people have been signed in in turn.
 */
function openPage() {
  let person: string | null = null;
  let role: Role = 'Member';
  let lists = 0;
  globalThis.fetch = (async (url: string) => {
    if (url.startsWith('/api/devices')) lists += 1;
    const user = person ? { user: { id: person, name: person, role } } : {};
    const body = url.startsWith('/api/devices') ? [] : user;
    const status = person ? 200 : 401;
    const text = async () => JSON.stringify(body);
    return { ok: status < 400, status, headers: { get: () => null }, json: async () => body, text };
  }) as unknown as typeof fetch;
  const reducer = combineReducers({ [api.reducerPath]: api.reducer, drafts: draftSlice.reducer });
  const middleware = [api.middleware, resetStateOnUserChange];
  const store = configureStore({ reducer, middleware: (defaults) => defaults().concat(middleware) });
  return {
    type: () => store.dispatch(draftKept({ form: 'repair', values: REPAIR })),
    async see(who: string | null, as: Role = 'Member') {
      person = who;
      role = as;
      await store.dispatch(accountApi.endpoints.currentUser.initiate(undefined, { forceRefetch: true }));
    },
    drafts: () => store.getState().drafts,
    /** Reads district data, as a screen does. */
    read: () => store.dispatch(accountApi.endpoints.district.initiate()),
    showList: () => store.dispatch(listApi.endpoints.devices.initiate({})),
    /** How often the list of devices has been read. */
    async listReads() {
      await Promise.all(store.dispatch(api.util.getRunningQueriesThunk()));
      return lists;
    },
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

test('the list of devices is read again when the user has another role, and only then', async () => {
  const page = openPage();
  await page.see('rosa');
  await page.showList();
  await page.see('rosa');
  expect(await page.listReads()).toBe(1);
  await page.see('rosa', 'Admin');
  expect(await page.listReads()).toBe(2);
  await page.see(null);
  await page.see('rosa');
  expect(await page.listReads()).toBe(3);
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
