import type { DynamicModule } from '@nestjs/common';
import * as calls from '@repairline/contracts/billing/calls';
import { redacted } from '@repairline/event-store/event-store';
import { healthHandler } from '@repairline/messaging/calls/health-call';
import { answer, callController, type CallHandler } from '@repairline/messaging/calls/serve-calls';
import { standingHandler } from '@repairline/messaging/calls/standing-call';
import { awaitEventsHandler } from '@repairline/messaging/consuming/catch-up';
import { replayHandler } from '@repairline/messaging/publishing/replay';
import type { Logger } from '@repairline/service-kit/logger';
import { markBillingItem, writeBillingNotes } from './commands/billing-commands';
import type { Billing } from './composition';
import { BillingChangesSince, changesSince } from './notices';
import { publish } from './event-registry';
import { awaitBillingItem, billingOf, billingSummary, listBillingItems } from './queries/billing-queries';

export class AppModule {}

/** Every call that the service answers. */
export function handlers({ deps, pool }: Pick<Billing, 'deps' | 'pool'>): CallHandler[] {
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

export function appModule(billing: Billing, logger: Logger): DynamicModule {
  const reports = [
    healthHandler('billing', billing.health),
    standingHandler('billing', billing.standing),
    awaitEventsHandler('billing', billing, async () => billing.deps.views.reached(await billing.deps.store.head())),
  ];
  return {
    module: AppModule,
    controllers: [callController([...handlers(billing), ...reports], logger)],
  };
}
