import type { BillingEvent } from '@repairline/contracts/billing/events';
import type { EventStore } from '@repairline/event-store/event-store';
import type { CallClient } from '@repairline/messaging/call-client';
import type { CloudEvent } from '@repairline/messaging/cloud-event';
import { eraseBilledDevice, type Eraser } from './erase-billed-device-when-personal-data-erased';
import { openBillingItems } from './open-billing-item-when-repair-completed';
import { renumberBilledDevice } from './renumber-billed-device-when-asset-number-changed';

const COMPLETED = 'repairline.repairs.device.v1.repair-completed';
const ERASED = 'repairline.repairs.device.v1.personal-data-erased';
const RENUMBERED = 'repairline.repairs.device.v1.asset-number-changed';

/** What repairs' events lead to here, in their order; completions that follow one another are opened together. */
export async function reactToRepairs(
  store: EventStore<BillingEvent>,
  calls: Pick<CallClient, 'call'>,
  events: readonly CloudEvent[],
  eraser: Eraser,
): Promise<void> {
  let completions: CloudEvent[] = [];
  for (const event of events) {
    if (event.type === COMPLETED) completions.push(event);
    if (event.type !== RENUMBERED && event.type !== ERASED) continue;
    await openBillingItems(store, calls, completions);
    completions = [];
    if (event.type === RENUMBERED) await renumberBilledDevice(store, event);
    else await eraseBilledDevice(store, eraser, event);
  }
  await openBillingItems(store, calls, completions);
}
