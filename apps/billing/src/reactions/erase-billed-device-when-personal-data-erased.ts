import type { BillingEvent } from '@repairline/contracts/billing/events';
import { publishedRepairsEvents } from '@repairline/contracts/repairs/events';
import type { EventStore } from '@repairline/event-store/event-store';
import { handleCommand } from '@repairline/event-store/handle-command';
import type { Keyring } from '@repairline/event-store/personal-data/keyring';
import type { CloudEvent } from '@repairline/messaging/cloud-event';
import { billedDeviceStream } from '../domain/billed-device';
import { billedDeviceDecider } from '../domain/billed-device.decider';

export interface Eraser {
  keyring: Pick<Keyring, 'erase'>;
  /** Ids of a device's items that are in the log by now. */
  itemsOf: (deviceId: string) => Promise<string[]>;
}

/**
 * Destroys the key first: text typed before the event is recorded gets a new key, and is emptied all the same. When the
 * event is delivered again it leaves the new key alone, which may protect text typed since.
 */
export async function eraseBilledDevice(
  store: EventStore<BillingEvent>,
  { keyring, itemsOf }: Eraser,
  event: CloudEvent,
): Promise<void> {
  const { deviceId } = publishedRepairsEvents['personal-data-erased'].parse(event.data);
  const history = await store.readStream(billedDeviceStream(deviceId));
  if (history.some(({ causationId }) => causationId === event.id)) return;
  await keyring.erase(deviceId);
  await handleCommand(store, billedDeviceDecider)(
    billedDeviceStream(deviceId),
    { type: 'EraseBilledDevice', deviceId, itemIds: await itemsOf(deviceId) },
    { commandId: event.id, correlationId: event.correlationid, actor: null, occurredAt: new Date(event.time) },
  );
}
