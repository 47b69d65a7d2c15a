import type { EventRegistry } from '@repairline/event-store/event-registry';
import type { AnyEvent } from '@repairline/event-store/event-store';
import { openPostgresKeyring } from '@repairline/event-store/personal-data/postgres-keyring';
import { createPostgresEventStore } from '@repairline/event-store/postgres/postgres-event-store';
import { createPool } from '@repairline/postgres/pool';
import { createLogger } from '@repairline/service-kit/logger';
import { createTestDatabase } from '@repairline/postgres/testing/test-database';
import { until } from '@repairline/service-kit/testing/until';
import { startViews } from '../following/run-views';
import type { ViewsOptions } from '../following/lease';

interface LogOptions<E extends AnyEvent> extends Pick<ViewsOptions<E>, 'views' | 'onCommitted'> {
  registry: EventRegistry<E>;
  connections: number;
}

/** A service's log with its views, on a database of their own. */
export async function openLogWithViews<E extends AnyEvent>(
  service: Parameters<typeof createTestDatabase>[0],
  { registry, connections, ...viewsOptions }: LogOptions<E>,
) {
  const database = await createTestDatabase(service);
  const pool = createPool(database.url, 'workbench', connections);
  const keyring = await openPostgresKeyring({ pool, connectionString: database.url, dataKey: Buffer.alloc(32, 7) });
  const store = createPostgresEventStore({ pool, connectionString: database.url, registry, keyring });
  const logger = createLogger(service, 'silent');
  const views = await startViews({ service, store, pool, databaseUrl: database.url, logger, ...viewsOptions });
  await until(async () => (await views.health()).ok);
  return {
    ...{ database, pool, keyring, store, logger, views },
    async close() {
      await views.stop();
      await keyring.close();
      await pool.end();
      await database.drop();
    },
  };
}
