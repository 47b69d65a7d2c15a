import type {
  AwaitBillingItem,
  BillingOf,
  BillingSummaryQuery,
  ListBillingItems,
} from '@repairline/contracts/billing/calls';
import { dayAround, weekAround } from '@repairline/contracts/calendar';
import type { CallContext, CallOutput, ParsedInput } from '@repairline/contracts/call';
import { requireActor } from '@repairline/messaging/context';
import { canBeStored } from '@repairline/postgres/queries/search-text';
import type { BillingDeps } from '../commands/billing-commands';
import { notesOf } from '../views/billed-devices';
import { getItem, listItems, sentAmong } from '../views/billing-pages';
import { summarize } from '../views/billing-summary';

const PATIENCE_MS = 1_000;

export async function listBillingItems(
  { db }: BillingDeps,
  filters: ParsedInput<typeof ListBillingItems>,
  context: CallContext,
): Promise<CallOutput<typeof ListBillingItems>> {
  requireActor(context);
  return listItems(db, filters);
}

export async function billingSummary(
  { db, timeZone, now }: BillingDeps,
  { q }: ParsedInput<typeof BillingSummaryQuery>,
  context: CallContext,
): Promise<CallOutput<typeof BillingSummaryQuery>> {
  requireActor(context);
  const moment = now();
  return summarize(db, { q, today: dayAround(timeZone, moment), week: weekAround(timeZone, moment) });
}

export async function billingOf(
  { db }: BillingDeps,
  { deviceIds, logIds }: ParsedInput<typeof BillingOf>,
  context: CallContext,
): Promise<CallOutput<typeof BillingOf>> {
  requireActor(context);
  const [notes, sent] = await Promise.all([
    notesOf(db, deviceIds.filter(canBeStored)),
    sentAmong(db, logIds.filter(canBeStored)),
  ]);
  return { notes, sent };
}

/** Checks again each time the views advance. */
export async function awaitBillingItem(
  { db, views }: BillingDeps,
  { itemId }: ParsedInput<typeof AwaitBillingItem>,
  context: CallContext,
): Promise<CallOutput<typeof AwaitBillingItem>> {
  requireActor(context);
  if (!canBeStored(itemId)) return { shown: false };
  const deadline = performance.now() + PATIENCE_MS;
  for (let left = PATIENCE_MS; left > 0; left = deadline - performance.now()) {
    const next = views.position() + 1;
    if (await getItem(db, itemId)) return { shown: true };
    await views.reached(next, left).catch(() => undefined);
  }
  return { shown: (await getItem(db, itemId)) !== null };
}
