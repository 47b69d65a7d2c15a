import { configureStore } from '@reduxjs/toolkit';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import { accountApi } from '../api/account';
import { api } from '../api/api';
import { distinct, failedTags, outdatedTags, staleTags } from './stale-tags';

const change = { type: 'device_updated', context: 'repairs', at: 1, barcodeNumber: 'CB-1' } as const;

test('a change makes its own device stale, not the others', () => {
  expect(staleTags(change)).toContainEqual({ type: 'Device', id: 'cb-1' });
  expect(staleTags(change)).not.toContain('Device');
});

test('whatever happens to a device makes the lists, the counts, recent activity and the completed repairs stale', () => {
  for (const type of ['device_updated', 'repair_log_created', 'billing_notes_updated'] as const) {
    expect(staleTags({ ...change, type })).toEqual(
      expect.arrayContaining(['DeviceList', 'Stats', 'Activity', 'Billing']),
    );
  }
});

test('a mark in billing makes only the completed repairs stale, new figures only the analytics', () => {
  expect(staleTags({ type: 'billing_updated', context: 'billing', at: 1 })).toEqual(['Billing']);
  expect(staleTags({ type: 'analytics_updated', context: 'analytics', at: 1 })).toEqual(['Analytics']);
});

const userUpdated = { type: 'user_updated', context: 'identity', at: 1, userId: 'u-1' } as const;

test('a rename is shown by every screen that names people', () => {
  expect(staleTags({ ...userUpdated, isRenamed: true })).toEqual(
    expect.arrayContaining(['CurrentUser', 'Users', 'Device', 'Billing', 'Analytics']),
  );
});

test('a service that has heard of a rename makes stale what it shows itself', () => {
  const heardBy = (context: 'repairs' | 'billing') => staleTags({ ...userUpdated, context, at: 0, isRenamed: true });
  expect(heardBy('repairs')).toEqual(['Device', 'DeviceList', 'DevicePages', 'Activity']);
  expect(heardBy('billing')).toEqual(['Billing']);
});

test('whoever signs in has no list read again but that of the people', () => {
  expect(staleTags(userUpdated)).toEqual(['CurrentUser', 'Users']);
});

test('each tag is named once', () => {
  const tags = distinct([...staleTags(change), ...staleTags({ ...change, barcodeNumber: 'cb-1' })]);
  expect(tags).toHaveLength(5);
});

test('where all devices are stale none is named alone', () => {
  expect(distinct([...staleTags(change), 'Device'])).not.toContainEqual({ type: 'Device', id: 'cb-1' });
});

describe('after a reading that failed', () => {
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

  test('what is shown is outdated where the server did not answer, not where it refused', async () => {
    expect(outdatedTags(await afterFailure(503))).toEqual(['Users']);
    expect(outdatedTags(await afterFailure(403))).toEqual([]);
    expect(failedTags(await afterFailure(403))).toEqual(['Users']);
  });

  test('who is signed in is not asked again by itself [s7.auth.user-no-retry]', async () => {
    const store = newStore();
    await store.dispatch(accountApi.util.upsertQueryData('currentUser', undefined, { id: 'u-1' } as SignedInUser));
    answerWith(503);
    await store.dispatch(accountApi.endpoints.currentUser.initiate(undefined, { forceRefetch: true }));
    expect(failedTags(store.getState())).toEqual(['CurrentUser']);
    expect(outdatedTags(store.getState())).toEqual([]);
  });

  test('where nothing is shown the screen says so, and nothing is outdated', async () => {
    const state = await afterFailure(503, { isShown: false });
    expect([outdatedTags(state), failedTags(state)]).toEqual([[], ['Users']]);
  });
});
