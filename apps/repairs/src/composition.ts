import type { RepairsEvent } from '@repairline/contracts/repairs/events';
import { awaitEventsHandler } from '@repairline/messaging/consuming/catch-up';
import { followPeople } from '@repairline/messaging/people/follow-people';
import { technicianList } from '@repairline/messaging/people/technicians';
import type { Logger } from '@repairline/service-kit/logger';
import { openLogService } from '@repairline/service/open-service';
import { CLAIM_PATIENCE_MS } from './commands/asset-number-claims';
import { createPeople } from './commands/people';
import type { Config } from './config';
import { repairsRegistry, publish } from './event-registry';
import { handlers } from './handlers';
import { noticesOf } from './notices';
import type { Tables } from './views/tables';
import { repairsViews } from './views/views';

const SERVICE = 'repairs';
/** Lets the command's caller be answered first; under load other services get events in batches, ten times a second. */
const RELAY_PACE = { gatherMs: 20, apartMs: 100 };

/** Opens everything the service works with; `stop` closes it in reverse order. */
export async function compose(config: Config, logger: Logger) {
  const service = await openLogService<RepairsEvent, Tables>({
    ...{ service: SERVICE, config, logger, connections: 12 },
    registry: repairsRegistry,
    views: repairsViews,
    notices: noticesOf,
    published: { publish, personal: true, ...RELAY_PACE },
  });
  const { store, views, db, pool } = service;
  const { calls, source } = await service.openCalls();
  service.runConsumer('technicians', followPeople(source, technicianList));

  const people = createPeople({ db, pool, calls });
  const rules = { now: () => new Date(), patienceMs: CLAIM_PATIENCE_MS };
  const deps = { store, views, db, people, schools: config.SCHOOLS_FILE, rules, logger };
  return { ...service, handlers: [...handlers({ deps, pool }), awaitEventsHandler(SERVICE, { pool, calls })] };
}
