import { configureStore } from '@reduxjs/toolkit';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import { accountApi } from '../api/calls/account';
import { api } from '../api/api';
import { distinct, failedTags, outdatedTags, staleTags } from './stale-tags';

const change = { type: 'device_updated', context: 'repairs', at: 1, barcodeNumber: 'CB-1' } as const;

test('a change makes its own device stale, not the others', () => {
  expect(staleTags(change)).toContainEqual({ type: 'Device', id: '#cb-1' });
  expect(staleTags(change)).not.toContain('Device');
});

test('any change of a device makes the lists, the counts, recent activity and the completed repairs stale', () => {
  for (const type of ['device_updated', 'repair_log_created', 'billing_notes_updated'] as const) {
    expect(staleTags({ ...change, type })).toEqual(
      expect.arrayContaining(['DeviceList', 'Stats', 'Activity', 'Billing']),
    );
  }
});

test('billing_updated makes only the completed repairs stale, analytics_updated only the analytics', () => {
  expect(staleTags({ type: 'billing_updated', context: 'billing', at: 1 })).toEqual(['Billing']);
  expect(staleTags({ type: 'analytics_updated', context: 'analytics', at: 1 })).toEqual(['Analytics']);
});

const userUpdated = { type: 'user_updated', context: 'identity', at: 1, userId: 'u-1' } as const;

test('a rename makes the data of every screen that names people stale', () => {
  expect(staleTags({ ...userUpdated, isRenamed: true })).toEqual(
    expect.arrayContaining(['CurrentUser', 'Users', 'Device', 'Billing', 'Analytics']),
  );
});

test('a rename processed by one service makes only the data of that service stale', () => {
  const heardBy = (context: 'repairs' | 'billing') => staleTags({ ...userUpdated, context, at: 0, isRenamed: true });
  expect(heardBy('repairs')).toEqual(['Device', 'DeviceList', 'DevicePages', 'Activity']);
  expect(heardBy('billing')).toEqual(['Billing']);
});

test('a sign-in makes only the current user and the list of users stale', () => {
  expect(staleTags(userUpdated)).toEqual(['CurrentUser', 'Users']);
});

test('each tag is listed once', () => {
  const tags = distinct([...staleTags(change), ...staleTags({ ...change, barcodeNumber: 'cb-1' })]);
  expect(tags).toHaveLength(5);
});

test('if all devices are stale, no single device is listed', () => {
  expect(distinct([...staleTags(change), 'Device'])).not.toContainEqual({ type: 'Device', id: 'cb-1' });
});

describe('after a failed fetch', () => {
  const newStore = () =>
    configureStore({
      reducer: { [api.reducerPath]: api.reducer },
      middleware: (defaults) => defaults().concat(api.middleware),
    });
  const answerWith = (status: number) =>
    void (globalThis.fetch = (async () => ({ ok: false, status, text: async () => '' })) as never);

  async function afterFailure(status: number, { isShown = true } = {}) {
    const store = newStore();
    if (isShown) await store.dispatch(accountApi.util.upsertQueryData('technicians', undefined, []));
    answerWith(status);
    await store.dispatch(accountApi.endpoints.technicians.initiate(undefined, { forceRefetch: true }));
    return store.getState();
  }

  test('shown data is outdated if the server did not answer, but not if it refused', async () => {
    expect(outdatedTags(await afterFailure(503))).toEqual(['Users']);
    expect(outdatedTags(await afterFailure(403))).toEqual([]);
    expect(failedTags(await afterFailure(403))).toEqual(['Users']);
  });

  // proves s7.auth.user-no-retry
  test('the current user is not refetched automatically', async () => {
    const store = newStore();
    await store.dispatch(accountApi.util.upsertQueryData('currentUser', undefined, { id: 'u-1' } as SignedInUser));
    answerWith(503);
    await store.dispatch(accountApi.endpoints.currentUser.initiate(undefined, { forceRefetch: true }));
    expect(failedTags(store.getState())).toEqual(['CurrentUser']);
    expect(outdatedTags(store.getState())).toEqual([]);
  });

  test('data that was never shown counts as failed, not as outdated', async () => {
    const state = await afterFailure(503, { isShown: false });
    expect([outdatedTags(state), failedTags(state)]).toEqual([[], ['Users']]);
  });
});
