import type { BillingEvent } from '@repairline/contracts/billing/events';
import { publishedBillingEvents } from '@repairline/contracts/billing/published';
import type { EventEnvelope } from '@repairline/contracts/event';
import { versionOf } from '@repairline/contracts/published';
import type { PublicEvent } from '@repairline/messaging/cloud-event';

const names: Partial<Record<BillingEvent['type'], keyof typeof publishedBillingEvents>> = {
  BillingItemOpened: 'billing-item-opened',
  BillingItemSent: 'billing-item-sent',
  BillingItemReturnedToPending: 'billing-item-returned-to-pending',
};

/** The public form of a stored event: exactly the fields its published schema lists. Null if it is not published. */
export function publish({ event: stored }: EventEnvelope): PublicEvent | null {
  const event = stored as BillingEvent;
  const name = names[event.type];
  if (!name) return null;
  const schema = publishedBillingEvents[name];
  return { aggregate: 'item', event: name, version: versionOf(schema), data: schema.parse(event.data) };
}
