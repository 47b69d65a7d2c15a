import { z } from 'zod';
import type { MarkBillingItem, WriteBillingNotes } from '@repairline/contracts/billing/calls';
import type { BillingEvent } from '@repairline/contracts/billing/events';
import type { CallContext, CallOutput, ParsedInput } from '@repairline/contracts/call';
import { DomainError, refusal } from '@repairline/contracts/domain-error';
import type { EventStore } from '@repairline/event-store/event-store';
import { handleCommand } from '@repairline/event-store/handle-command';
import { recordedBy, requireActor, requireAdmin } from '@repairline/messaging/context';
import type { Views } from '@repairline/projections/following/run-views';
import { viewsBehind } from '@repairline/projections/following/view-positions';
import { billedDeviceDecider } from '../domain/billed-device.decider';
import { billedDeviceStream } from '../domain/billed-device';
import { billingItemDecider } from '../domain/billing-item.decider';
import { billingItemStream } from '../domain/billing-item';
import { billingItems } from '../views/billing-items';
import { getItem } from '../views/billing-pages';
import type { Database } from '../views/tables';

/** What commands and queries depend on. */
export interface BillingDeps {
  store: EventStore<BillingEvent>;
  views: Pick<Views, 'reached' | 'shows' | 'position'>;
  db: Database;
  timeZone: string;
  now: () => Date;
  /** Whether everything that repairs has recorded by now is taken in; waits for it, briefly. */
  takenIn: () => Promise<boolean>;
}

const NOT_TAKEN_IN =
  'Completed Repairs does not have the latest repairs at the moment. Nothing has been changed; please try again shortly.';

const isLogId = (id: string) => z.uuid().safeParse(id).success;

/** A completed repair whose event is still on its way is waited for: without it nobody can say that there is none. */
export async function markBillingItem(
  { store, views, db, takenIn }: BillingDeps,
  { itemId, billingSent: sent }: ParsedInput<typeof MarkBillingItem>,
  context: CallContext,
): Promise<CallOutput<typeof MarkBillingItem>> {
  requireAdmin(context);
  if (!isLogId(itemId)) throw refusal('billing_item_not_found');
  const handle = handleCommand(store, billingItemDecider);
  const mark = () =>
    handle(billingItemStream(itemId.toLowerCase()), { type: 'MarkBillingItem', sent }, recordedBy(context));
  const { position } = await mark().catch(async (error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'billing_item_not_found') throw error;
    if (await takenIn()) return mark();
    throw new DomainError({ code: 'service_unavailable', message: NOT_TAKEN_IN });
  });
  await views.shows(billingItems.name, position);
  const item = await getItem(db, itemId.toLowerCase());
  if (!item) throw viewsBehind();
  return item;
}

export async function writeBillingNotes(
  { store, views }: BillingDeps,
  { deviceId, assetNumber, billingNotes, expected }: ParsedInput<typeof WriteBillingNotes>,
  context: CallContext,
): Promise<CallOutput<typeof WriteBillingNotes>> {
  requireActor(context);
  const text = { notes: billingNotes ?? '', expected: expected?.billingNotes };
  const command = { type: 'WriteBillingNotes', deviceId, assetNumber, ...text } as const;
  const handle = handleCommand(store, billedDeviceDecider);
  const { position, state } = await handle(billedDeviceStream(deviceId), command, recordedBy(context));
  await views.reached(position);
  return { billingNotes: state.notes };
}
