import { createPool } from '@repairline/postgres/pool';
import { createTestDatabase } from '@repairline/postgres/testing/test-database';
import { Pool } from 'pg';
import { openPostgresKeyring } from '../personal-data/postgres-keyring';
import { createPostgresEventStore } from '../postgres/postgres-event-store';
import { loanRegistry } from './sample-events';

/** A database with an empty log, and stores on it. */
export async function openPostgresStores() {
  const database = await createTestDatabase('repairs');
  const connectionString = database.url;
  const pools: Pool[] = [];
  function newPool(pool: Pool): Pool {
    pool.on('error', () => undefined);
    pools.push(pool);
    return pool;
  }
  const pool = newPool(new Pool({ connectionString, max: 4 }));
  const servicePool = () => newPool(createPool(connectionString, 'event-store-spec', 4));
  const keyring = await openPostgresKeyring({ pool, connectionString, dataKey: Buffer.alloc(32, 7) });
  return {
    connectionString,
    adminUrl: database.adminUrl,
    pool,
    keyring,
    newPool,
    another: ({ registry = loanRegistry } = {}) =>
      createPostgresEventStore({ pool: servicePool(), connectionString, registry, keyring }),
    async close() {
      await keyring.close();
      await Promise.all(pools.map((open) => open.end()));
      await database.drop();
    },
  };
}
