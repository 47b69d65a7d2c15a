import type { Pool } from 'pg';
import { redacted } from '@repairline/event-store/event-store';
import { openLog } from '@repairline/event-store/open-log';
import { busHealth, connectBus } from '@repairline/messaging/bus';
import type { CallClient } from '@repairline/messaging/calls/call-client';
import { openCallClient } from '@repairline/messaging/calls/open-call-client';
import { caughtUp } from '@repairline/messaging/consuming/catch-up';
import { startReaction, type Consumer } from '@repairline/messaging/consuming/consume';
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
import type { BillingDeps } from './commands/billing-commands';
import type { Config } from './config';
import { billingRegistry, publish } from './event-registry';
import { noticesOf } from './notices';
import { reactLate, reactToRepairs } from './reactions/reactions';
import { itemIdsOf } from './views/billing-pages';
import type { Tables } from './views/tables';
import { billingViews } from './views/views';

const SERVICE = 'billing' as const;
const CONNECTIONS = 8;
/** Under load, completed repairs are taken in four times a second, in batches. */
const APART_MS = 250;
/** How long a mark waits for what repairs has recorded. */
const PATIENCE_MS = 1_000;

export interface Billing {
  deps: BillingDeps;
  pool: Pool;
  calls: Pick<CallClient, 'call'>;
  health: Health;
  standing: Standing;
  inPlace: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Opens everything the service works with; `stop` closes it in reverse order. */
export async function compose(config: Config, logger: Logger): Promise<Billing> {
  const { DATABASE_URL: databaseUrl, DATA_KEY: dataKey, DISTRICT_TIMEZONE: timeZone } = config;
  const pool = createPool(databaseUrl, SERVICE, CONNECTIONS);
  const log = await openLog(config, {
    ...{ service: SERVICE, pool, connectionString: databaseUrl, dataKey },
    ...{ registry: billingRegistry, logger },
  });
  const { keyring } = log;
  const store = observedStore(log.store);
  const db = kyselyOn<Tables>(pool);
  const bus = await connectBus(config.NATS_EVENTS_URL, SERVICE, config.NATS_REPLICAS);
  const { calls, close: closeCalls } = await openCallClient(config.NATS_CALLS_URL, SERVICE);
  const views = await startViews({
    ...{ service: SERVICE, store, pool, databaseUrl, logger, views: billingViews },
    onCommitted: async (batch, stretch) => {
      for (const notice of await noticesOf(db, batch, stretch)) publishChanges(bus, notice);
    },
  });
  const relay = startRelay({ store: redacted(store), pool, databaseUrl, bus, context: SERVICE, publish, logger });
  const source = { bus, pool, databaseUrl, calls, by: SERVICE, logger };
  const technicians = followPeople(source, technicianList);
  const itemsOf = async (deviceId: string) => {
    await views.reached(await store.head());
    return itemIdsOf(db, deviceId);
  };
  const reactions = startReaction({
    ...{ ...source, of: 'repairs', onPoison: 'stop' as const, apartMs: APART_MS },
    react: (events) => reactToRepairs(store, calls, events, { keyring, itemsOf }),
    late: (event) => reactLate(store, calls, event, { keyring, itemsOf }),
  });

  const health = healthOf({ views, relay, technicians, reactions }, bus);
  const standing = new Standing({
    head: () => store.head(),
    views: () => views.standing(),
    relay: () => relay.standing(),
    verification: () => readVerification(pool),
  });
  standing.consumer('technicians', () => technicians.standing());
  standing.consumer('reactions', () => reactions.standing());
  return {
    deps: {
      ...{ store, views, db, timeZone, now: () => new Date() },
      takenIn: () => caughtUp({ pool, calls }, 'repairs', PATIENCE_MS),
    },
    pool,
    calls,
    health,
    standing,
    inPlace: () => views.inPlace(),
    async stop() {
      await Promise.all([reactions.stop(), technicians.stop(), relay.stop(), views.stop()]);
      await closeCalls();
      await bus.drain();
      await log.close();
      await pool.end();
    },
  };
}

function healthOf(parts: Record<string, Pick<Consumer, 'health'>>, bus: Parameters<typeof busHealth>[0]): Health {
  const health = new Health();
  for (const [name, part] of Object.entries(parts)) health.register(name, () => part.health());
  health.register('bus', busHealth(bus));
  return health;
}
