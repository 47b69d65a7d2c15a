import { ConfigurationError } from '@repairline/service-kit/configuration-error';
import type { Pool } from 'pg';
import type { EventRegistry } from './event-registry';
import type { AnyEvent, EventStore } from './event-store';
import type { Keyring } from './personal-data/keyring';
import { createPostgresEventStore } from './postgres/postgres-event-store';

export interface EventStoreSettings {
  EVENT_STORE: 'postgres' | 'eventstoredb';
  EVENTSTOREDB_URL?: string | undefined;
}

export interface EventStoreSurroundings<E extends AnyEvent> {
  service: string;
  pool: Pool;
  connectionString: string;
  registry: EventRegistry<E>;
  keyring: Keyring;
  /** Receives background failures that are retried. */
  onProblem: (error: unknown) => void;
}

export interface OpenEventStore<E extends AnyEvent> {
  store: EventStore<E>;
  close: () => Promise<void>;
}

/**
 * Opens the service's log in the store that the settings name. Loads the EventStoreDB client only if it is used.
 * @throws if the database belongs to another log, in the other store or on another server: its views would not fit
 */
export async function openEventStore<E extends AnyEvent>(
  { EVENT_STORE: kind, EVENTSTOREDB_URL: url }: EventStoreSettings,
  surroundings: EventStoreSurroundings<E>,
): Promise<OpenEventStore<E>> {
  const { service, pool } = surroundings;
  if (kind === 'postgres') {
    if (await hasRows(pool, 'commit_index WHERE length(commits) > 0')) throw keptElsewhere(service, 'eventstoredb');
    return { store: createPostgresEventStore(surroundings), close: () => Promise.resolve() };
  }
  if (!url) throw new ConfigurationError('EVENTSTOREDB_URL', "is needed when EVENT_STORE is 'eventstoredb'");
  if (await hasRows(pool, 'events')) throw keptElsewhere(service, 'postgres');
  const { createEventStoreDbEventStore } =
    await import('@repairline/event-store/eventstoredb/eventstoredb-event-store');
  const store = createEventStoreDbEventStore({ ...surroundings, url });
  await store.ready().catch(async (error: unknown) => {
    // A server that does not answer yet is waited for, as one that goes away later.
    if (!(error instanceof ConfigurationError)) return surroundings.onProblem(error);
    await store.close();
    throw error;
  });
  return { store, close: store.close };
}

async function hasRows(pool: Pool, from: string): Promise<boolean> {
  const { rowCount } = await pool.query(`SELECT FROM ${from} LIMIT 1`);
  return rowCount === 1;
}

function keptElsewhere(service: string, kind: EventStoreSettings['EVENT_STORE']): ConfigurationError {
  return new ConfigurationError(
    'EVENT_STORE',
    `the log of ${service} is kept by '${kind}'; start with that, or with an empty database`,
  );
}
