import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { repairsEvents } = require('@repairline/contracts/repairs/events');
const { createEventRegistry } = require('@repairline/event-store/event-registry');
const { openPostgresKeyring } = require('@repairline/event-store/personal-data/postgres-keyring');
const { createPostgresEventStore } = require('@repairline/event-store/postgres/postgres-event-store');
const { createPool } = require('@repairline/service-kit/database');

/** The repairs log as its service opens it. */
export async function openRepairsLog(url, dataKey) {
  const pool = createPool(url, 'bench', 12);
  const keyring = await openPostgresKeyring({ pool, connectionString: url, dataKey: Buffer.from(dataKey, 'hex') });
  const registry = createEventRegistry(repairsEvents);
  const store = createPostgresEventStore({ pool, connectionString: url, registry, keyring });
  return { store, pool, close: async () => (await keyring.close(), pool.end()) };
}
