import type { BillingEvent } from '@repairline/contracts/billing/events';
import { nameOf } from '@repairline/contracts/published/published-subjects';
import type { PublishedRepairsEvent } from '@repairline/contracts/repairs/events';
import type { EventStore } from '@repairline/event-store/event-store';
import type { CallClient } from '@repairline/messaging/calls/call-client';
import type { CloudEvent } from '@repairline/messaging/cloud-event';
import { eraseBilledDevice, type Eraser } from './erase-billed-device-when-personal-data-erased';
import { openBillingItems } from './open-billing-item-when-repair-completed';
import { isRenumberedSince, renumberBilledDevice } from './renumber-billed-device-when-asset-number-changed';

const COMPLETED = 'repair-completed' satisfies PublishedRepairsEvent;
const ERASED = 'personal-data-erased' satisfies PublishedRepairsEvent;
const RENUMBERED = 'asset-number-changed' satisfies PublishedRepairsEvent;

/** Reacts to repairs' events in order; items for consecutive completions are opened together. */
export async function reactToRepairs(
  store: EventStore<BillingEvent>,
  calls: Pick<CallClient, 'call'>,
  events: readonly CloudEvent[],
  eraser: Eraser,
): Promise<void> {
  let completions: CloudEvent[] = [];
  for (const event of events) {
    const name = nameOf(event.type);
    if (name === COMPLETED) completions.push(event);
    if (name !== RENUMBERED && name !== ERASED) continue;
    await openBillingItems(store, calls, completions);
    completions = [];
    if (name === RENUMBERED) await renumberBilledDevice(store, event);
    else await eraseBilledDevice(store, eraser, event);
  }
  await openBillingItems(store, calls, completions);
}

/** Reacts to an event long after its time, as usual, except that a renumbering applies only if no newer one exists. */
export async function reactLate(
  store: EventStore<BillingEvent>,
  calls: Pick<CallClient, 'call'>,
  event: CloudEvent,
  eraser: Eraser,
): Promise<void> {
  if (nameOf(event.type) === RENUMBERED && (await isRenumberedSince(store, event))) return;
  await reactToRepairs(store, calls, [event], eraser);
}
