import { refusal } from '@repairline/contracts/domain-error';
import type { Decider } from '@repairline/event-store/decider';
import { evolve, initialState, type BillingItemEvent, type BillingItemState } from './billing-item';

export interface OpenBillingItem {
  type: 'OpenBillingItem';
  repair: Extract<BillingItemEvent, { type: 'BillingItemOpened' }>['data'];
}

export interface MarkBillingItem {
  type: 'MarkBillingItem';
  sent: boolean;
}

export type BillingItemCommand = OpenBillingItem | MarkBillingItem;

export const billingItemDecider: Decider<BillingItemState, BillingItemCommand, BillingItemEvent> = {
  initialState,
  evolve,
  decide,
};

function decide(command: BillingItemCommand, state: BillingItemState): BillingItemEvent[] {
  switch (command.type) {
    case 'OpenBillingItem':
      return open(command, state);
    case 'MarkBillingItem':
      return mark(command, state);
    default:
      return command satisfies never;
  }
}

function open({ repair }: OpenBillingItem, state: BillingItemState): BillingItemEvent[] {
  return state.status === 'none' ? [{ type: 'BillingItemOpened', data: repair }] : [];
}

function mark({ sent }: MarkBillingItem, state: BillingItemState): BillingItemEvent[] {
  if (state.status === 'none') throw refusal('billing_item_not_found');
  if (sent === (state.status === 'sent')) return [];
  const data = { itemId: state.itemId, deviceId: state.deviceId };
  return [{ type: sent ? 'BillingItemSent' : 'BillingItemReturnedToPending', data }];
}
