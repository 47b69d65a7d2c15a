import type { BillingEvent } from '@repairline/contracts/billing/events';
import { awaitEventsHandler, caughtUp } from '@repairline/messaging/consuming/catch-up';
import { startReaction } from '@repairline/messaging/consuming/consume';
import { followPeople } from '@repairline/messaging/people/follow-people';
import { technicianList } from '@repairline/messaging/people/technicians';
import type { Logger } from '@repairline/service-kit/logger';
import { openLogService } from '@repairline/service/open-service';
import type { Config } from './config';
import { billingRegistry, publish } from './event-registry';
import { handlers } from './handlers';
import { noticesOf } from './notices';
import { reactLate, reactToRepairs } from './reactions/reactions';
import { itemIdsOf } from './views/billing-pages';
import type { Tables } from './views/tables';
import { billingViews } from './views/views';

const SERVICE = 'billing';
/** Under load, completed repairs are taken in four times a second, in batches. */
const APART_MS = 250;
/** How long a mark waits for what repairs has recorded. */
const PATIENCE_MS = 1_000;

/** Opens everything the service works with; `stop` closes it in reverse order. */
export async function compose(config: Config, logger: Logger) {
  const service = await openLogService<BillingEvent, Tables>({
    ...{ service: SERVICE, config, logger, connections: 8 },
    registry: billingRegistry,
    views: billingViews,
    notices: noticesOf,
    published: { publish },
  });
  const { store, keyring, views, db, pool } = service;
  const { calls, source } = await service.openCalls();
  service.runConsumer('technicians', followPeople(source, technicianList));
  const shown = async () => views.reached(await store.head());
  const itemsOf = async (deviceId: string) => {
    await shown();
    return itemIdsOf(db, deviceId);
  };
  service.runConsumer(
    'reactions',
    startReaction({
      ...{ ...source, of: 'repairs', onPoison: 'stop', apartMs: APART_MS },
      react: (events) => reactToRepairs(store, calls, events, { keyring, itemsOf }),
      late: (event) => reactLate(store, calls, event, { keyring, itemsOf }),
    }),
  );

  const deps = {
    ...{ store, views, db, timeZone: config.DISTRICT_TIMEZONE, now: () => new Date() },
    takenIn: () => caughtUp({ pool, calls }, 'repairs', PATIENCE_MS),
  };
  return { ...service, handlers: [...handlers({ deps, pool }), awaitEventsHandler(SERVICE, { pool, calls }, shown)] };
}
