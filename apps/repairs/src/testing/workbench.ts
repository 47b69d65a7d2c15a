import { setTimeout as delay } from 'node:timers/promises';
import { builtInSchools } from '@repairline/contracts/district';
import type { EventEnvelope } from '@repairline/contracts/event';
import type { RepairsEvent } from '@repairline/contracts/repairs/events';
import { openPostgresKeyring } from '@repairline/event-store/personal-data/postgres-keyring';
import { createPostgresEventStore } from '@repairline/event-store/postgres/postgres-event-store';
import { asking } from '@repairline/messaging/testing/ask';
import { staff } from '@repairline/messaging/testing/staff';
import { kyselyOn } from '@repairline/projections/kysely-on';
import { startViews } from '@repairline/projections/run-views';
import { createPool } from '@repairline/service-kit/database';
import { createLogger } from '@repairline/service-kit/logger';
import { createTestDatabase } from '@repairline/service-kit/testing/test-database';
import { handlers } from '../app.module';
import type { RepairsStore } from '../commands/device-stream';
import { createPeople, type PeopleSources } from '../commands/people';
import { repairsRegistry } from '../event-registry';
import type { Tables } from '../views/tables';
import { saveTechnicians } from '@repairline/projections/technicians';
import { repairsViews } from '../views/views';

export interface WorkbenchOptions {
  patienceMs?: number;
  /** Stands in for identity; by default it answers nothing. */
  identity?: PeopleSources['calls'];
  onCommitted?: (batch: EventEnvelope<RepairsEvent>[], stretch: { after: number; upTo: number }) => Promise<void>;
}

/** The service without the bus, on its own database: calls go straight to the handlers. */
export async function openWorkbench({ patienceMs = 10_000, identity, onCommitted }: WorkbenchOptions = {}) {
  const database = await createTestDatabase('repairs');
  const pool = createPool(database.url, 'workbench', 10);
  const keyring = await openPostgresKeyring({ pool, connectionString: database.url, dataKey: Buffer.alloc(32, 7) });
  const store = createPostgresEventStore({ pool, connectionString: database.url, registry: repairsRegistry, keyring });
  const logger = createLogger('repairs', 'silent');
  const db = kyselyOn<Tables>(pool);
  const views = await startViews({
    ...{ service: 'repairs', store, pool, databaseUrl: database.url, logger, views: repairsViews },
    onCommitted,
  });
  await saveTechnicians(pool, staff);
  while (!(await views.health()).ok) await delay(10);
  const calls = identity ?? { call: () => Promise.reject(new Error('away')) };
  const rules = { now: () => new Date(), patienceMs };
  const deps = { store, db, views, people: createPeople({ db, pool, calls }), schools: builtInSchools, rules };
  /** Stands for another process on the same log, with a store of its own. */
  const askOn = (own: RepairsStore) => asking(handlers({ deps: { ...deps, store: own }, pool }), logger);

  return {
    ...{ ask: askOn(store), askOn, store, db, pool, deps, views, database },
    async close() {
      await views.stop();
      await keyring.close();
      await pool.end();
      await database.drop();
    },
  };
}
export type Workbench = Awaited<ReturnType<typeof openWorkbench>>;
