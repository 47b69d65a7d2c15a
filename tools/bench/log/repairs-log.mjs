import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { repairsRegistry } = require('@repairline/repairs/event-registry');
const { openLog } = require('@repairline/event-store/open-log');
const { createPool } = require('@repairline/postgres/pool');

/** The repairs log, opened as its service opens it. */
export async function openRepairsLog(url, dataKey) {
  const pool = createPool(url, 'bench', 12);
  const log = await openLog(
    { EVENT_STORE: 'postgres' },
    {
      ...{ service: 'repairs', pool, connectionString: url, dataKey: Buffer.from(dataKey, 'hex') },
      ...{ registry: repairsRegistry, logger: console },
    },
  );
  return { store: log.store, pool, close: async () => (await log.close(), pool.end()) };
}
