import { deciderSpec } from '@repairline/event-store/testing/decider-spec';
import type { BillingItemEvent } from './billing-item';
import { billingItemDecider, type OpenBillingItem } from './billing-item.decider';

const given = deciderSpec(billingItemDecider);
const repair: OpenBillingItem['repair'] = {
  itemId: 'log-1',
  deviceId: 'device-1',
  repairId: 'repair-1',
  assetNumber: 'CB-1',
  completedAt: '2026-09-01T08:00:00.000Z',
  technicianId: 'tess',
  issue: 'Missing keys',
  actions: 'Replaced keyboard',
  comments: null,
};
const ofItem = { itemId: 'log-1', deviceId: 'device-1' };
const opened: BillingItemEvent = { type: 'BillingItemOpened', data: repair };
const sent: BillingItemEvent = { type: 'BillingItemSent', data: ofItem };
const returned: BillingItemEvent = { type: 'BillingItemReturnedToPending', data: ofItem };
const open: OpenBillingItem = { type: 'OpenBillingItem', repair };
const mark = (isSent: boolean) => ({ type: 'MarkBillingItem', sent: isSent }) as const;

describe('opening', () => {
  test('a completed repair becomes an item', () => given().when(open).then(opened));
  test('a repair that already has an item gets no second one', () => given(opened).when(open).thenNothing());
  test('a sent item is not opened again', () => given(opened, sent).when(open).thenNothing());
});

describe('marking', () => {
  test('a pending item can be sent', () => given(opened).when(mark(true)).then(sent));
  test('a sent item can be set to pending again', () => given(opened, sent).when(mark(false)).then(returned));
  test('an item set to pending again can be sent', () => given(opened, sent, returned).when(mark(true)).then(sent));
  test('setting a new item to pending changes nothing', () => given(opened).when(mark(false)).thenNothing());
  test('marking a sent item as sent changes nothing', () => given(opened, sent).when(mark(true)).thenNothing());
  test('an unknown item cannot be marked', () => given().when(mark(true)).thenError('billing_item_not_found'));
});
