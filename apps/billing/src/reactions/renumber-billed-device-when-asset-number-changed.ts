import type { BillingEvent } from '@repairline/contracts/billing/events';
import { publishedRepairsEvents } from '@repairline/contracts/repairs/events';
import type { EventStore } from '@repairline/event-store/event-store';
import { handleCommand } from '@repairline/event-store/handle-command';
import type { CloudEvent } from '@repairline/messaging/cloud-event';
import { billedDeviceStream } from '../domain/billed-device';
import { billedDeviceDecider } from '../domain/billed-device.decider';

const renumbered = publishedRepairsEvents['asset-number-changed'];

export async function renumberBilledDevice(store: EventStore<BillingEvent>, event: CloudEvent): Promise<void> {
  const { deviceId, to } = renumbered.parse(event.data);
  await handleCommand(store, billedDeviceDecider)(
    billedDeviceStream(deviceId),
    { type: 'RenumberBilledDevice', deviceId, assetNumber: to },
    { commandId: event.id, correlationId: event.correlationid, actor: null, occurredAt: new Date(event.time) },
  );
}

/** Whether the device was renumbered after the event. Compares times: billing keeps no positions of repairs' log. */
export async function isRenumberedSince(store: EventStore<BillingEvent>, event: CloudEvent): Promise<boolean> {
  const { deviceId } = renumbered.parse(event.data);
  const history = await store.readStream(billedDeviceStream(deviceId));
  const at = new Date(event.time);
  return history.some(({ event: { type }, occurredAt }) => type === 'BilledDeviceRenumbered' && occurredAt > at);
}
