import type { Pool } from 'pg';
import { openLog } from '@repairline/event-store/open-log';
import { busHealth, connectBus } from '@repairline/messaging/bus';
import type { CallClient } from '@repairline/messaging/calls/call-client';
import { openCallClient } from '@repairline/messaging/calls/open-call-client';
import { followPeople } from '@repairline/messaging/people/follow-people';
import { publishChanges } from '@repairline/messaging/notices/notices-on-bus';
import { observedStore } from '@repairline/messaging/observed-store';
import { startRelay } from '@repairline/messaging/publishing/relay';
import { kyselyOn } from '@repairline/postgres/queries/kysely-on';
import { readVerification } from '@repairline/projections/building/last-verification';
import { startViews } from '@repairline/projections/following/run-views';
import { technicianList } from '@repairline/messaging/people/technicians';
import { createPool } from '@repairline/postgres/pool';
import { Health } from '@repairline/service-kit/monitoring/health';
import type { Logger } from '@repairline/service-kit/logger';
import { Standing } from '@repairline/service-kit/monitoring/standing';
import { CLAIM_PATIENCE_MS } from './commands/asset-number-claims';
import type { CommandDeps } from './commands/device-commands';
import { createPeople } from './commands/people';
import type { Config } from './config';
import { repairsRegistry, publish } from './event-registry';
import { noticesOf, type NoticeDeps } from './notices';
import type { QueryDeps } from './queries/device-queries';
import type { Tables } from './views/tables';
import { repairsViews } from './views/views';

const SERVICE = 'repairs';
const CONNECTIONS = 12;
/** Lets the command's caller be answered first; under load other services get events in batches, ten times a second. */
const RELAY_PACE = { gatherMs: 20, apartMs: 100 };

export interface Repairs {
  deps: CommandDeps & QueryDeps & NoticeDeps;
  pool: Pool;
  calls: Pick<CallClient, 'call'>;
  health: Health;
  standing: Standing;
  inPlace: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Opens everything the service works with; `stop` closes it in reverse order. */
export async function compose(config: Config, logger: Logger): Promise<Repairs> {
  const { DATABASE_URL: databaseUrl, DATA_KEY: dataKey, SCHOOLS_FILE: schools } = config;
  const pool = createPool(databaseUrl, SERVICE, CONNECTIONS);
  const log = await openLog(config, {
    ...{ service: SERVICE, pool, connectionString: databaseUrl, dataKey },
    ...{ registry: repairsRegistry, logger },
  });
  const store = observedStore(log.store);
  const db = kyselyOn<Tables>(pool);
  const bus = await connectBus(config.NATS_EVENTS_URL, SERVICE, config.NATS_REPLICAS);
  const { calls, close: closeCalls } = await openCallClient(config.NATS_CALLS_URL, SERVICE);
  const views = await startViews({
    ...{ service: SERVICE, store, pool, databaseUrl, logger, views: repairsViews },
    onCommitted: async (batch, stretch) => {
      for (const notice of await noticesOf(db, batch, stretch)) publishChanges(bus, notice);
    },
  });
  const relay = startRelay({ store, pool, databaseUrl, bus, context: SERVICE, publish, logger, ...RELAY_PACE });
  const technicians = followPeople({ bus, pool, databaseUrl, calls, by: SERVICE, logger }, technicianList);

  const health = new Health();
  health.register('views', () => views.health());
  health.register('relay', () => relay.health());
  health.register('technicians', () => technicians.health());
  health.register('bus', busHealth(bus));
  const standing = new Standing({
    head: () => store.head(),
    views: () => views.standing(),
    relay: () => relay.standing(),
    verification: () => readVerification(pool),
  });
  standing.consumer('technicians', () => technicians.standing());
  const people = createPeople({ db, pool, calls });
  const rules = { now: () => new Date(), patienceMs: CLAIM_PATIENCE_MS };
  return {
    deps: { store, views, db, people, schools, rules, logger },
    pool,
    calls,
    health,
    standing,
    inPlace: () => views.inPlace(),
    async stop() {
      await Promise.all([technicians.stop(), relay.stop(), views.stop()]);
      await closeCalls();
      await bus.drain();
      await log.close();
      await pool.end();
    },
  };
}
