import type { EventEnvelope } from '@repairline/contracts/event';
import { ChangesSince, type ChangeNotice, type LiveChange } from '@repairline/contracts/live';
import { changesShownSince, noticesFor } from '@repairline/messaging/change-notices';
import { isDeviceEvent, type DeviceEvent, type RepairsEvent } from '@repairline/contracts/repairs/events';
import type { CallOutput, ParsedInput } from '@repairline/contracts/call';
import type { Views } from '@repairline/projections/run-views';
import type { RepairsStore } from './commands/device-stream';
import { assetNumbersOf } from './views/device-pages';
import type { Database } from './views/tables';

export const RepairsChangesSince = ChangesSince('repairs');

/**
 * What screens must refetch after these events, by the number a device has now; a renumbering tells of the old one too.
 * A device that changed several times is told of once, at its last change.
 */
export async function changesOf(db: Database, batch: readonly EventEnvelope<RepairsEvent>[]): Promise<LiveChange[]> {
  const told = batch.flatMap(({ event, position }) => (isTold(event) ? [{ event, position }] : []));
  const numbers = await assetNumbersOf(db, [...new Set(told.map(({ event }) => event.data.deviceId))]);
  const changes = new Map<string, LiveChange>();
  const tell = ({ at, ...about }: LiveChange) => {
    const key = JSON.stringify(about);
    changes.delete(key);
    changes.set(key, { ...about, at });
  };
  for (const { event, position } of told) {
    const barcodeNumber = numbers.get(event.data.deviceId);
    if (barcodeNumber === undefined) continue;
    const place = { context: 'repairs', at: position } as const;
    const updated = { type: 'device_updated', ...place } as const;
    if (event.type === 'AssetNumberChanged') {
      tell({ ...updated, barcodeNumber: event.data.from, renumberedTo: barcodeNumber });
    }
    if (event.type === 'RepairLogged' || event.type === 'RepairCompleted') {
      tell({ type: 'repair_log_created', ...place, barcodeNumber });
    }
    tell({ ...updated, barcodeNumber });
  }
  return [...changes.values()];
}

/** Claims of numbers and working times show on no screen that hears of changes. */
function isTold(event: RepairsEvent): event is DeviceEvent {
  return isDeviceEvent(event) && event.type !== 'AssetNumberChangeAbandoned';
}

export function noticesOf(
  db: Database,
  batch: readonly EventEnvelope<RepairsEvent>[],
  stretch: { after: number; upTo: number },
): Promise<ChangeNotice[]> {
  return noticesFor('repairs', (part) => changesOf(db, part), batch, stretch);
}

export function changesSince(
  { store, db, views }: { store: RepairsStore; db: Database; views: Pick<Views, 'position' | 'reached'> },
  { after }: ParsedInput<typeof RepairsChangesSince>,
): Promise<CallOutput<typeof RepairsChangesSince>> {
  return changesShownSince(store, views, (missed) => changesOf(db, missed), after);
}
