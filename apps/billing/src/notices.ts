import type { BillingEvent } from '@repairline/contracts/billing/events';
import type { CallOutput, ParsedInput } from '@repairline/contracts/call';
import type { EventEnvelope } from '@repairline/contracts/event';
import { ChangesSince, type ChangeNotice, type LiveChange } from '@repairline/contracts/live';
import type { Office } from './commands/billing-commands';
import { assetNumbersOf } from './views/billed-devices';
import type { Database } from './views/tables';

const MOST_EVENTS = 1_000;
const EVENTS_A_NOTICE = 200;
const PATIENCE_MS = 500;
export const BillingChangesSince = ChangesSince('billing');

/** What screens must refetch: the billing list once, however many items changed, and each device whose notes did. */
export async function changesOf(db: Database, batch: readonly EventEnvelope<BillingEvent>[]): Promise<LiveChange[]> {
  const noted = batch.flatMap(({ event }) => (event.type === 'BillingNotesWritten' ? [event.data.deviceId] : []));
  const numbers = await assetNumbersOf(db, [...new Set(noted)]);
  const changes = new Map<string, LiveChange>();
  for (const { event, position: at } of batch) {
    if (event.type === 'BillingNotesWritten') {
      const { deviceId, assetNumber } = event.data;
      const barcodeNumber = numbers.get(deviceId) ?? assetNumber;
      changes.set(`notes ${deviceId}`, { type: 'billing_notes_updated', context: 'billing', at, barcodeNumber });
    } else changes.set('list', { type: 'billing_updated', context: 'billing', at });
  }
  return [...changes.values()].sort((one, other) => one.at - other.at);
}

/** One after the other without gaps, each small enough for one message. */
export async function noticesOf(
  db: Database,
  batch: readonly EventEnvelope<BillingEvent>[],
  { after, upTo }: { after: number; upTo: number },
): Promise<ChangeNotice[]> {
  const notices: ChangeNotice[] = [];
  let told = after;
  for (let at = 0; at < batch.length; at += EVENTS_A_NOTICE) {
    const part = batch.slice(at, at + EVENTS_A_NOTICE);
    const end = at + EVENTS_A_NOTICE < batch.length ? (part.at(-1)?.position ?? upTo) : upTo;
    notices.push({ context: 'billing', after: told, upTo: end, changes: await changesOf(db, part) });
    told = end;
  }
  return notices;
}

/** For a browser or gateway that was away; not complete where it missed too much to list. Only what the views show already. */
export async function changesSince(
  { store, db, views }: Pick<Office, 'store' | 'db' | 'views'>,
  { after }: ParsedInput<typeof BillingChangesSince>,
): Promise<CallOutput<typeof BillingChangesSince>> {
  // Another replica may have told of a position that this one has yet to hear of.
  await views.reached(after, PATIENCE_MS).catch(() => undefined);
  const shown = views.position();
  if (shown <= after) return { changes: [], upTo: shown, complete: shown === after };
  if (shown - after > MOST_EVENTS) return { changes: [], upTo: shown, complete: false };
  const missed = (await store.readAll(after, MOST_EVENTS)).filter(({ position }) => position <= shown);
  return { changes: await changesOf(db, missed), upTo: shown, complete: true };
}
