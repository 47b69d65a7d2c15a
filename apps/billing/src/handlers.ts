import type { Pool } from 'pg';
import * as calls from '@repairline/contracts/billing/calls';
import { redacted } from '@repairline/event-store/event-store';
import { answer, type CallHandler } from '@repairline/messaging/calls/serve-calls';
import { replayHandler } from '@repairline/messaging/publishing/replay';
import { markBillingItem, writeBillingNotes, type BillingDeps } from './commands/billing-commands';
import { BillingChangesSince, changesSince } from './notices';
import { publish } from './event-registry';
import { awaitBillingItem, billingOf, billingSummary, listBillingItems } from './queries/billing-queries';

/** Every call that the service answers. */
export function handlers({ deps, pool }: { deps: BillingDeps; pool: Pool }): CallHandler[] {
  return [
    answer(calls.MarkBillingItem, (input, context) => markBillingItem(deps, input, context)),
    answer(calls.WriteBillingNotes, (input, context) => writeBillingNotes(deps, input, context)),
    answer(calls.ListBillingItems, (input, context) => listBillingItems(deps, input, context)),
    answer(calls.BillingSummaryQuery, (input, context) => billingSummary(deps, input, context)),
    answer(calls.BillingOf, (input, context) => billingOf(deps, input, context)),
    answer(calls.AwaitBillingItem, (input, context) => awaitBillingItem(deps, input, context)),
    answer(BillingChangesSince, (input) => changesSince(deps, input)),
    replayHandler({ store: redacted(deps.store), pool }, 'billing', publish),
  ];
}
