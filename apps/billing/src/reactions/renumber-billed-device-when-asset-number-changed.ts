import type { BillingEvent } from '@repairline/contracts/billing/events';
import { publishedRepairsEvents } from '@repairline/contracts/repairs/published';
import type { EventStore } from '@repairline/event-store/event-store';
import { handleCommand } from '@repairline/event-store/handle-command';
import type { CloudEvent } from '@repairline/messaging/cloud-event';
import { billedDeviceStream } from '../domain/billed-device';
import { billedDeviceDecider } from '../domain/billed-device.decider';

export async function renumberBilledDevice(store: EventStore<BillingEvent>, event: CloudEvent): Promise<void> {
  const { deviceId, to } = publishedRepairsEvents['asset-number-changed'].parse(event.data);
  await handleCommand(store, billedDeviceDecider)(
    billedDeviceStream(deviceId),
    { type: 'RenumberBilledDevice', deviceId, assetNumber: to },
    { commandId: event.id, correlationId: event.correlationid, actor: null, occurredAt: new Date(event.time) },
  );
}
