import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { repairsRegistry } = require('@repairline/repairs/event-registry');
const { openPostgresKeyring } = require('@repairline/event-store/personal-data/postgres-keyring');
const { createPostgresEventStore } = require('@repairline/event-store/postgres/postgres-event-store');
const { createPool } = require('@repairline/service-kit/database');

/** The repairs log, opened as its service opens it. */
export async function openRepairsLog(url, dataKey) {
  const pool = createPool(url, 'bench', 12);
  const keyring = await openPostgresKeyring({ pool, connectionString: url, dataKey: Buffer.from(dataKey, 'hex') });
  const store = createPostgresEventStore({ pool, connectionString: url, registry: repairsRegistry, keyring });
  return { store, pool, close: async () => (await keyring.close(), pool.end()) };
}
