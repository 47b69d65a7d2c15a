import { redacted } from '@repairline/event-store/event-store';
import { openLog } from '@repairline/event-store/open-log';
import { busHealth, connectBus } from '@repairline/messaging/bus';
import { publishChanges } from '@repairline/messaging/notices/notices-on-bus';
import { observedStore } from '@repairline/messaging/observed-store';
import { startRelay, type Relay } from '@repairline/messaging/publishing/relay';
import { kyselyOn } from '@repairline/postgres/queries/kysely-on';
import { readVerification } from '@repairline/projections/building/last-verification';
import { startViews } from '@repairline/projections/following/run-views';
import { viewsOf } from '@repairline/projections/view';
import { createPool } from '@repairline/postgres/pool';
import { Health } from '@repairline/service-kit/monitoring/health';
import type { Logger } from '@repairline/service-kit/logger';
import { Standing } from '@repairline/service-kit/monitoring/standing';
import { appointFirstAdmin } from './commands/appoint-first-admin';
import type { Config } from './config';
import { identityRegistry, publish } from './event-registry';
import { userIdsWith, type Identity } from './identity';
import { changesOf } from './notices';
import { startHousekeeping } from './sign-ins/housekeeping';
import { keyedHash } from './sign-ins/keyed-hash';
import { createPasswords, type Passwords } from './sign-ins/passwords';
import { createThrottle } from './sign-ins/throttle';
import { usersView, type UsersTable } from './views/users';

/** What tests may replace. */
export interface Overrides {
  now?: () => Date;
  passwords?: Passwords;
}

export interface OpenIdentity {
  identity: Identity;
  health: Health;
  standing: Standing;
  stop: () => Promise<void>;
}

/** Opens everything the service works with, in order of dependency. */
export async function compose(
  config: Config,
  logger: Logger,
  { now = () => new Date(), passwords = createPasswords() }: Overrides = {},
): Promise<OpenIdentity> {
  const { DATABASE_URL: databaseUrl, DATA_KEY: dataKey } = config;
  const pool = createPool(databaseUrl, 'identity');
  const bus = await connectBus(config.NATS_EVENTS_URL, 'identity', config.NATS_REPLICAS);
  const log = await openLog(config, {
    ...{ service: 'identity', pool, connectionString: databaseUrl, dataKey },
    ...{ registry: identityRegistry, logger },
  });
  const store = observedStore(log.store);
  const views = await startViews({
    service: 'identity',
    store,
    pool,
    databaseUrl,
    views: viewsOf(usersView),
    logger,
    onCommitted: async (batch, stretch) =>
      publishChanges(bus, { context: 'identity', ...stretch, changes: changesOf(batch) }),
  });
  const published = { store: redacted(store), context: 'identity', publish: publish };
  const relay = startRelay({ ...published, pool, databaseUrl, bus, logger });
  const limits = { idleHours: config.SESSION_IDLE_HOURS, maxHours: config.SESSION_MAX_HOURS };
  const endHousekeeping = startHousekeeping({ pool, bus, limits, logger, now });

  const identity: Identity = {
    store,
    views,
    pool,
    db: kyselyOn<UsersTable>(pool),
    bus,
    passwords,
    throttle: createThrottle(pool, keyedHash(dataKey, 'throttle'), now),
    userIds: userIdsWith(dataKey),
    approvalCodes: keyedHash(dataKey, 'approval codes'),
    domains: config.SCHOOL_EMAIL_DOMAINS,
    limits,
    now,
  };
  const stop = async () => {
    endHousekeeping();
    await relay.stop();
    await views.stop();
    await bus.drain();
    await log.close();
    await pool.end();
  };

  try {
    await appointFirstAdmin(identity, { email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD });
  } catch (error) {
    await stop();
    throw error;
  }
  return { identity, ...reportsOf({ store, views, bus, pool, relay }), stop };
}

function reportsOf({
  store,
  views,
  bus,
  pool,
  relay,
}: Pick<Identity, 'store' | 'views' | 'bus' | 'pool'> & { relay: Relay }) {
  const health = new Health();
  health.register('views', () => views.health());
  health.register('relay', () => relay.health());
  health.register('bus', busHealth(bus));
  const standing = new Standing({
    head: () => store.head(),
    views: () => views.standing(),
    relay: () => relay.standing(),
    verification: () => readVerification(pool),
  });
  return { health, standing };
}
