import { billingEvents } from '@repairline/contracts/billing/events';
import { createEventRegistry } from '@repairline/event-store/event-registry';
import { createPostgresKeyring } from '@repairline/event-store/personal-data/postgres-keyring';
import { createPostgresEventStore } from '@repairline/event-store/postgres/postgres-event-store';
import { connectBus } from '@repairline/messaging/bus';
import { publishChanges } from '@repairline/messaging/changes';
import { startConsumer, startReaction } from '@repairline/messaging/consume';
import { openCallClient } from '@repairline/messaging/open-call-client';
import { peopleOf } from '@repairline/messaging/people';
import { startRelay } from '@repairline/messaging/relay';
import { kyselyOn } from '@repairline/projections/kysely-on';
import { startViews } from '@repairline/projections/run-views';
import { saveTechnicians } from '@repairline/projections/technicians';
import { createPool } from '@repairline/service-kit/database';
import { Health } from '@repairline/service-kit/health';
import type { Logger } from '@repairline/service-kit/logger';
import type { Office } from './commands/billing-commands';
import type { Config } from './config';
import { noticesOf } from './notices';
import { publish } from './publishing';
import { reactToRepairs } from './reactions/reactions';
import type { Tables } from './views/tables';
import { billingViews } from './views/views';

const SERVICE = 'billing';
const CONNECTIONS = 8;

export interface Billing {
  office: Office;
  health: Health;
  stop: () => Promise<void>;
}

/** Opens everything the service works with. `stop` closes it in the opposite order. */
export async function compose(config: Config, logger: Logger): Promise<Billing> {
  const { DATABASE_URL: databaseUrl, NATS_URL, DATA_KEY: dataKey, DISTRICT_TIMEZONE: timeZone } = config;
  const pool = createPool(databaseUrl, SERVICE, CONNECTIONS);
  const keyring = createPostgresKeyring({ pool, connectionString: databaseUrl, dataKey });
  const registry = createEventRegistry(billingEvents);
  const store = createPostgresEventStore({ pool, connectionString: databaseUrl, registry, keyring });
  const db = kyselyOn<Tables>(pool);
  const bus = await connectBus(NATS_URL, SERVICE);
  const { calls, close: closeCalls } = await openCallClient(NATS_URL, SERVICE);
  const views = await startViews({
    ...{ service: SERVICE, store, pool, databaseUrl, logger, views: billingViews },
    onCommitted: async (batch, stretch) => {
      for (const notice of await noticesOf(db, batch, stretch)) publishChanges(bus, notice);
    },
  });
  const relay = startRelay({ store, pool, databaseUrl, bus, context: SERVICE, publish, logger });
  const source = { bus, pool, databaseUrl, calls, by: SERVICE, logger };
  const technicians = startConsumer({
    ...{ ...source, of: 'identity' },
    prepare: (events) => peopleOf(calls, events),
    apply: (tx, _events, people) => saveTechnicians(tx, people),
  });
  const reactions = startReaction({
    ...{ ...source, of: 'repairs' },
    react: (events) => reactToRepairs(store, calls, events),
  });

  const health = new Health();
  health.register('views', () => views.health());
  health.register('relay', () => relay.health());
  health.register('technicians', () => technicians.health());
  health.register('reactions', () => reactions.health());
  return {
    office: { store, views, db, timeZone, now: () => new Date() },
    health,
    async stop() {
      await Promise.all([reactions.stop(), technicians.stop(), relay.stop(), views.stop()]);
      await closeCalls();
      await bus.drain();
      await keyring.close();
      await pool.end();
    },
  };
}
