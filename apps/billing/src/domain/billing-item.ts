import type { BillingEvent } from '@repairline/contracts/billing/events';

/** One completed repair to be billed. Its id is that of the log that completed it. */
export type BillingItemEvent = Extract<
  BillingEvent,
  { type: 'BillingItemOpened' | 'BillingItemSent' | 'BillingItemReturnedToPending' }
>;

export type BillingItemState = { status: 'none' } | { status: 'pending' | 'sent'; itemId: string; deviceId: string };

export const initialState = (): BillingItemState => ({ status: 'none' });

export function evolve(state: BillingItemState, event: BillingItemEvent): BillingItemState {
  const { itemId, deviceId } = event.data;
  switch (event.type) {
    case 'BillingItemOpened':
    case 'BillingItemReturnedToPending':
      return { status: 'pending', itemId, deviceId };
    case 'BillingItemSent':
      return { status: 'sent', itemId, deviceId };
    default:
      return unknownEvent(state, event);
  }
}

export function billingItemStream(itemId: string): string {
  return `billing-item-${itemId}`;
}

function unknownEvent(state: BillingItemState, _event: never): BillingItemState {
  return state;
}
