import type { BillingEvent } from '@repairline/contracts/billing/events';
import { publishedBillingEvents } from '@repairline/contracts/billing/published';
import type { EventEnvelope } from '@repairline/contracts/event';
import type { PublicEvent } from '@repairline/messaging/cloud-event';

const names: Partial<Record<BillingEvent['type'], keyof typeof publishedBillingEvents>> = {
  BillingItemOpened: 'billing-item-opened',
  BillingItemSent: 'billing-item-sent',
  BillingItemReturnedToPending: 'billing-item-returned-to-pending',
};

/** The public form of a stored event: exactly the fields its published schema lists. Null for what stays inside. */
export function publish({ event: stored }: EventEnvelope): PublicEvent | null {
  const event = stored as BillingEvent;
  const name = names[event.type];
  return name ? { aggregate: 'item', event: name, data: publishedBillingEvents[name].parse(event.data) } : null;
}
