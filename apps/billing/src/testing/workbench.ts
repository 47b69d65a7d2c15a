import type { BillingEvent } from '@repairline/contracts/billing/events';
import type { EventEnvelope } from '@repairline/contracts/event';
import type { CloudEvent } from '@repairline/messaging/cloud-event';
import { asking } from '@repairline/messaging/testing/ask';
import { staff } from '@repairline/messaging/testing/staff';
import { kyselyOn } from '@repairline/postgres/queries/kysely-on';
import { openLogWithViews } from '@repairline/projections/testing/log-with-views';
import { saveTechnicians } from '@repairline/messaging/people/technicians';
import { handlers } from '../handlers';
import { billingRegistry } from '../event-registry';
import { reactLate, reactToRepairs } from '../reactions/reactions';
import type { Tables } from '../views/tables';
import { itemIdsOf } from '../views/billing-pages';
import { billingViews } from '../views/views';
import { RepairsStandIn, type Completion } from './repairs-stand-in';

const TIME_ZONE = 'America/Chicago';

type Committed = (batch: EventEnvelope<BillingEvent>[], stretch: { after: number; upTo: number }) => Promise<void>;

/** The service without the bus, on its own database: calls go straight to the handlers. */
export async function openWorkbench({ onCommitted }: { onCommitted?: Committed } = {}) {
  const log = await openLogWithViews('billing', {
    registry: billingRegistry,
    connections: 8,
    views: billingViews,
    onCommitted,
  });
  const { store, pool, logger, views, keyring } = log;
  const db = kyselyOn<Tables>(pool);
  await saveTechnicians(pool, staff);
  const clock = { now: new Date('2026-09-02T18:00:00Z') };
  const deps = { store, views, db, timeZone: TIME_ZONE, now: () => clock.now, takenIn: async () => true };
  const ask = asking(handlers({ pool, deps }), logger);
  const repairs = new RepairsStandIn();
  const itemsOf = async (deviceId: string) => {
    await views.reached(await store.head());
    return itemIdsOf(db, deviceId);
  };
  const react = (...events: CloudEvent[]) => reactToRepairs(store, repairs, events, { keyring, itemsOf });
  const late = (event: CloudEvent) => reactLate(store, repairs, event, { keyring, itemsOf });

  return {
    ...{ ask, store, db, pool, views, repairs, clock, react, late, keyring },
    /** Completes a repair, as billing sees it. @returns the id of its item */
    async completed(completion: Partial<Completion> = {}): Promise<string> {
      const event = repairs.complete(completion);
      await react(event);
      await views.reached(await store.head());
      return String(event.data.logId);
    },
    async shown(): Promise<void> {
      await views.reached(await store.head());
    },
    close: () => log.close(),
  };
}
export type Workbench = Awaited<ReturnType<typeof openWorkbench>>;
