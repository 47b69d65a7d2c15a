import { createPool } from '@repairline/postgres/pool';
import { createTestDatabase } from '@repairline/postgres/testing/test-database';
import { createEventStoreDbEventStore, type EventStoreDbOptions } from '../eventstoredb/eventstoredb-event-store';
import { openPostgresKeyring } from '../personal-data/postgres-keyring';
import { loanRegistry, type LoanEvent } from './sample-events';

type Changes = Partial<
  Pick<EventStoreDbOptions<LoanEvent>, 'url' | 'service' | 'registry' | 'onProblem' | 'watchEveryMs'>
>;

/** Stores on the server at `url`, as processes of one service would have them, with a database for keys and index. */
export async function openEventStoreDbStores(url: string, service = 'repairs') {
  const database = await createTestDatabase('repairs');
  const pool = createPool(database.url, 'event-store-spec', 4);
  const keyring = await openPostgresKeyring({ pool, connectionString: database.url, dataKey: Buffer.alloc(32, 7) });
  const closers: (() => Promise<void>)[] = [];
  return {
    pool,
    keyring,
    connectionString: database.url,
    adminUrl: database.adminUrl,
    another(changes: Changes = {}) {
      const settings = { url, service, pool, keyring, registry: loanRegistry, onProblem: () => undefined };
      const store = createEventStoreDbEventStore({ ...settings, ...changes });
      closers.push(() => store.close());
      return store;
    },
    /** As somebody may who restores some of the tables. */
    async loseIndex() {
      const owner = createPool(database.adminUrl, 'event-store-spec', 1);
      await owner.query('TRUNCATE repairs.commit_index');
      await owner.end();
    },
    async close() {
      await Promise.all(closers.map((close) => close()));
      await keyring.close();
      await pool.end();
      await database.drop();
    },
  };
}

export type EventStoreDbStores = Awaited<ReturnType<typeof openEventStoreDbStores>>;
