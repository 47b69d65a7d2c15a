import type { CallOutput, ParsedInput } from '@repairline/contracts/call';
import type { EventEnvelope } from '@repairline/contracts/event';
import { ChangesSince, type ChangeNotice, type LiveChange, type LiveDevice } from '@repairline/contracts/live';
import { isShown, type RepairsEvent } from '@repairline/contracts/repairs/events';
import { changesShownSince, noticesFor } from '@repairline/messaging/notices/notices-of-events';
import type { Views } from '@repairline/projections/following/run-views';
import type { RepairsStore } from './commands/device-stream';
import { assetNumbersOf, devicesById } from './views/devices-by-key';
import type { Database } from './views/tables';

export const RepairsChangesSince = ChangesSince('repairs');

/** A notice carries the current state of up to this many devices: each takes at most 22 KB, and the bus allows 1 MB. */
const MAX_DEVICES_WITH_STATE = 20;

/**
 * What screens must refetch after these events, by each device's current number; a renumbering names the old one too. A
 * device that changed several times appears once, at its last change.
 */
export async function changesOf(db: Database, batch: readonly EventEnvelope<RepairsEvent>[]): Promise<LiveChange[]> {
  const shownEvents = batch.flatMap(({ event, position }) => (isShown(event) ? [{ event, position }] : []));
  const shown = await shownNow(db, [...new Set(shownEvents.map(({ event }) => event.data.deviceId))]);
  const changes = new Map<string, LiveChange>();
  const addChange = (change: LiveChange) => {
    const key = JSON.stringify({ ...change, at: undefined, device: undefined });
    changes.delete(key);
    changes.set(key, change);
  };
  for (const { event, position } of shownEvents) {
    const now = shown.get(event.data.deviceId);
    if (!now) continue;
    const { barcodeNumber } = now;
    const place = { context: 'repairs', at: position } as const;
    const updated = { type: 'device_updated', ...place } as const;
    if (event.type === 'AssetNumberChanged') {
      addChange({ ...updated, barcodeNumber: event.data.from, renumberedTo: barcodeNumber });
    }
    // The device first: a browser that shows it from this notice then reads nothing for the entry.
    addChange({ ...updated, ...now });
    if (event.type === 'RepairLogged' || event.type === 'RepairCompleted') {
      addChange({ type: 'repair_log_created', ...place, barcodeNumber });
    }
  }
  return [...changes.values()];
}

interface ShownNow {
  barcodeNumber: string;
  device?: LiveDevice;
}

async function shownNow(db: Database, deviceIds: readonly string[]): Promise<Map<string, ShownNow>> {
  if (deviceIds.length > MAX_DEVICES_WITH_STATE) {
    const numbers = await assetNumbersOf(db, deviceIds);
    return new Map([...numbers].map(([id, barcodeNumber]) => [id, { barcodeNumber }]));
  }
  const devices = await devicesById(db, deviceIds);
  return new Map(
    devices.map(({ billingNotes: _, ...device }) => [device.id, { barcodeNumber: device.barcodeNumber, device }]),
  );
}

export function noticesOf(
  db: Database,
  batch: readonly EventEnvelope<RepairsEvent>[],
  stretch: { after: number; upTo: number },
): Promise<ChangeNotice[]> {
  return noticesFor('repairs', (part) => changesOf(db, part), batch, stretch);
}

/** What missed notices are rebuilt from. */
export interface NoticeDeps {
  store: RepairsStore;
  db: Database;
  views: Pick<Views, 'position' | 'reached'>;
}

export function changesSince(
  { store, db, views }: NoticeDeps,
  { after }: ParsedInput<typeof RepairsChangesSince>,
): Promise<CallOutput<typeof RepairsChangesSince>> {
  return changesShownSince(store, views, (missed) => changesOf(db, missed), after);
}
