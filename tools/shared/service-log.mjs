import { createRequire } from 'node:module';
import { openCalls } from '../bus/operator.mjs';
import { rolePasswordsFor } from '../migrate/role-passwords.mjs';

const require = createRequire(import.meta.url);

/** The services with a log: how it is read, what is built from it, what is published from it. */
const LOGS = {
  identity: () => ({
    registry: require('@repairline/identity/event-registry').identityRegistry,
    views: require('@repairline/projections/view').viewsOf(require('@repairline/identity/views/users').usersView),
    publish: require('@repairline/identity/event-registry').publish,
  }),
  repairs: () => ({
    registry: require('@repairline/repairs/event-registry').repairsRegistry,
    views: require('@repairline/repairs/views/views').repairsViews,
    publish: require('@repairline/repairs/event-registry').publish,
  }),
  billing: () => ({
    registry: require('@repairline/billing/event-registry').billingRegistry,
    views: require('@repairline/billing/views/views').billingViews,
    publish: require('@repairline/billing/event-registry').publish,
  }),
};

export const LOG_SERVICES = Object.keys(LOGS);
/** The services with data of their own, be it a log or what others have published. */
export const SERVICES = [...LOG_SERVICES, 'analytics'];

/** Who reads the service's log no further than an event that cannot be read, by the names that dead letters have. */
export function readersThatStop(service) {
  const { relayFollower } = require('@repairline/messaging/publishing/relay-cursor');
  const stopping = LOGS[service]().views.filter(({ onPoison }) => onPoison === 'stop');
  return [...stopping.map(({ name }) => name), relayFollower.name];
}

/** A service's database as the service itself opens it: with its role and schema. */
export function openDatabase({ databaseAdminUrl, secrets, rolePasswords }, service) {
  const { createPool } = require('@repairline/postgres/pool');
  const { serviceAddress } = require('@repairline/postgres/migrate/service-address');
  const passwords = rolePasswords ?? rolePasswordsFor(databaseAdminUrl, [service], secrets.databaseAdmin);
  const databaseUrl = serviceAddress(databaseAdminUrl, `repairline_${service}`, passwords[service]);
  return { databaseUrl, pool: createPool(databaseUrl, 'log tools', 4) };
}

/** A service's log with its keys, wherever the product keeps it. */
export async function openLog(product, service) {
  const { openLog: open } = require('@repairline/event-store/open-log');
  const { registry, views, publish } = LOGS[service]();
  const { databaseUrl, pool } = openDatabase(product, service);
  const dataKey = Buffer.from(product.secrets.dataKey, 'hex');
  const log = await open(product.eventStore, {
    ...{ service, pool, connectionString: databaseUrl, registry, dataKey },
    logger: { warn: ({ err }) => console.error(err.message) },
  });
  const close = async () => (await log.close(), pool.end());
  return { service, databaseUrl, pool, keyring: log.keyring, store: log.store, registry, views, publish, close };
}

/** A service's views with the log they are made from; analytics has none and makes them from what repairs publishes. */
export async function openViews(product, service) {
  if (service !== 'analytics') return openLog(product, service);
  const { factLog } = require('@repairline/analytics/facts');
  const { figureViews: views } = require('@repairline/analytics/views/views');
  const { calls, close: closeCalls } = await openCalls(product.natsCallsUrl, 'log tools');
  const database = openDatabase(product, service);
  const close = async () => (await closeCalls(), database.pool.end());
  return { service, ...database, store: factLog({ calls }), views, close };
}

/** Position of the newest event of a service's log. */
export async function headOf(product, service) {
  const { store, close } = await openLog(product, service);
  try {
    return await store.head();
  } finally {
    await close();
  }
}
