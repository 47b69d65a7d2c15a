import { identityEvents } from '@repairline/contracts/identity/events';
import { createEventRegistry } from '@repairline/event-store/event-registry';
import { createPostgresKeyring } from '@repairline/event-store/personal-data/postgres-keyring';
import { createPostgresEventStore } from '@repairline/event-store/postgres/postgres-event-store';
import { connectBus } from '@repairline/messaging/bus';
import { publishChanges } from '@repairline/messaging/changes';
import { startRelay } from '@repairline/messaging/relay';
import { kyselyOn } from '@repairline/projections/kysely-on';
import { startViews } from '@repairline/projections/run-views';
import { viewsOf } from '@repairline/projections/view';
import { createPool } from '@repairline/service-kit/database';
import { Health } from '@repairline/service-kit/health';
import type { Logger } from '@repairline/service-kit/logger';
import { appointFirstAdmin } from './commands/appoint-first-admin';
import type { IdentityConfig } from './config';
import type { Identity } from './identity';
import { changesOf } from './notices';
import { publishUser } from './publishing';
import { startHousekeeping } from './sign-ins/housekeeping';
import { keyedHash } from './sign-ins/keyed-hash';
import { createPasswords, type Passwords } from './sign-ins/passwords';
import { createThrottle } from './sign-ins/throttle';
import { usersView, type UsersTable } from './views/users';

/** What tests put in the place of the real ones. */
export interface Surroundings {
  now?: () => Date;
  passwords?: Passwords;
}

export interface OpenIdentity {
  identity: Identity;
  health: Health;
  stop: () => Promise<void>;
}

const FIRST_BUILD_MS = 60_000;

/** Opens everything the service works with, in the order in which parts need each other. */
export async function openIdentity(
  config: IdentityConfig,
  logger: Logger,
  { now = () => new Date(), passwords = createPasswords() }: Surroundings = {},
): Promise<OpenIdentity> {
  const { DATABASE_URL: databaseUrl, DATA_KEY: dataKey } = config;
  const pool = createPool(databaseUrl, 'identity');
  const bus = await connectBus(config.NATS_URL, 'identity');
  const keyring = createPostgresKeyring({ pool, connectionString: databaseUrl, dataKey });
  const registry = createEventRegistry(identityEvents);
  const store = createPostgresEventStore({ pool, connectionString: databaseUrl, registry, keyring });
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
  const relay = startRelay({ store, pool, databaseUrl, bus, context: 'identity', publish: publishUser, logger });
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
    userIds: keyedHash(dataKey, 'user ids'),
    domains: config.SCHOOL_EMAIL_DOMAINS,
    limits,
    now,
  };
  const stop = async () => {
    endHousekeeping();
    await relay.stop();
    await views.stop();
    await bus.drain();
    await keyring.close();
    await pool.end();
  };

  try {
    await appointFirstAdmin(identity, { email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD });
  } catch (error) {
    await stop();
    throw error;
  }
  // A log that has no views yet: whoever called before they are built would only hear of a table that is missing.
  await views.reached(await store.head(), FIRST_BUILD_MS).catch(() => logger.warn('the views are not built yet'));
  const health = new Health();
  health.register('views', () => views.health());
  health.register('relay', () => relay.health());
  health.register('bus', () => ({ ok: !bus.isClosed(), detail: { server: bus.getServer() } }));
  return { identity, health, stop };
}
