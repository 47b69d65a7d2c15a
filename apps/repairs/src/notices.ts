import type { EventEnvelope } from '@repairline/contracts/event';
import { ChangesSince, type ChangeNotice, type LiveChange } from '@repairline/contracts/live';
import { isDeviceEvent, type DeviceEvent, type RepairsEvent } from '@repairline/contracts/repairs/events';
import type { CallOutput, ParsedInput } from '@repairline/contracts/call';
import type { Views } from '@repairline/projections/run-views';
import type { RepairsStore } from './commands/device-stream';
import { assetNumbersOf } from './views/device-pages';
import type { Database } from './views/tables';

const MOST_EVENTS = 1_000;
const EVENTS_A_NOTICE = 200;
const PATIENCE_MS = 500;
export const RepairsChangesSince = ChangesSince('repairs');

/**
 * What screens must refetch after these events, by the number a device has now; a renumbering tells of the old one too.
 * A device that changed several times is told of once, at its last change.
 */
export async function changesOf(db: Database, batch: readonly EventEnvelope<RepairsEvent>[]): Promise<LiveChange[]> {
  const told = batch.flatMap(({ event, position }) => (isTold(event) ? [{ event, position }] : []));
  const numbers = await assetNumbersOf(db, [...new Set(told.map(({ event }) => event.data.deviceId))]);
  const changes = new Map<string, LiveChange>();
  const tell = (type: 'device_updated' | 'repair_log_created', barcodeNumber: string | undefined, at: number) => {
    if (barcodeNumber === undefined) return;
    changes.delete(`${type} ${barcodeNumber}`);
    changes.set(`${type} ${barcodeNumber}`, { type, context: 'repairs', at, barcodeNumber });
  };
  for (const { event, position } of told) {
    const number = numbers.get(event.data.deviceId);
    if (event.type === 'AssetNumberChanged') tell('device_updated', event.data.from, position);
    if (event.type === 'RepairLogged' || event.type === 'RepairCompleted') tell('repair_log_created', number, position);
    tell('device_updated', number, position);
  }
  return [...changes.values()];
}

/** Claims of numbers and working times show on no screen that hears of changes. */
function isTold(event: RepairsEvent): event is DeviceEvent {
  return isDeviceEvent(event) && event.type !== 'AssetNumberChangeAbandoned';
}

/** One after the other without gaps, each small enough for one message. */
export async function noticesOf(
  db: Database,
  batch: readonly EventEnvelope<RepairsEvent>[],
  { after, upTo }: { after: number; upTo: number },
): Promise<ChangeNotice[]> {
  const notices: ChangeNotice[] = [];
  let told = after;
  for (let at = 0; at < batch.length; at += EVENTS_A_NOTICE) {
    const part = batch.slice(at, at + EVENTS_A_NOTICE);
    const end = at + EVENTS_A_NOTICE < batch.length ? (part.at(-1)?.position ?? upTo) : upTo;
    notices.push({ context: 'repairs', after: told, upTo: end, changes: await changesOf(db, part) });
    told = end;
  }
  return notices;
}

/** For a browser or gateway that was away; not complete where it missed too much to list. Only what the views show already. */
export async function changesSince(
  { store, db, views }: { store: RepairsStore; db: Database; views: Pick<Views, 'position' | 'reached'> },
  { after }: ParsedInput<typeof RepairsChangesSince>,
): Promise<CallOutput<typeof RepairsChangesSince>> {
  // Another replica may have told of a position that this one has yet to hear of.
  await views.reached(after, PATIENCE_MS).catch(() => undefined);
  const shown = views.position();
  if (shown <= after) return { changes: [], upTo: shown, complete: shown === after };
  if (shown - after > MOST_EVENTS) return { changes: [], upTo: shown, complete: false };
  const missed = (await store.readAll(after, MOST_EVENTS)).filter(({ position }) => position <= shown);
  return { changes: await changesOf(db, missed), upTo: shown, complete: true };
}
