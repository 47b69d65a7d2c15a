import type { BillingEvent } from '@repairline/contracts/billing/events';
import type { CallOutput, ParsedInput } from '@repairline/contracts/call';
import type { EventEnvelope } from '@repairline/contracts/event';
import { ChangesSince, type ChangeNotice, type LiveChange } from '@repairline/contracts/live';
import { changesShownSince, noticesFor } from '@repairline/messaging/notices/notices-of-events';
import type { BillingDeps } from './commands/billing-commands';
import { assetNumbersOf } from './views/billed-devices';
import type { Database } from './views/tables';

export const BillingChangesSince = ChangesSince('billing');

/** What screens must refetch: the billing list once, however many items changed, and each device with changed notes. */
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

export function noticesOf(
  db: Database,
  batch: readonly EventEnvelope<BillingEvent>[],
  stretch: { after: number; upTo: number },
): Promise<ChangeNotice[]> {
  return noticesFor('billing', (part) => changesOf(db, part), batch, stretch);
}

export function changesSince(
  { store, db, views }: Pick<BillingDeps, 'store' | 'db' | 'views'>,
  { after }: ParsedInput<typeof BillingChangesSince>,
): Promise<CallOutput<typeof BillingChangesSince>> {
  return changesShownSince(store, views, (missed) => changesOf(db, missed), after);
}
