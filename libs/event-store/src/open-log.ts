import type { Logger } from '@repairline/service-kit/logger';
import type { AnyEvent, EventStore } from './event-store';
import { openEventStore, type EventStoreSettings, type EventStoreSurroundings } from './open-event-store';
import type { Keyring } from './personal-data/keyring';
import { openPostgresKeyring } from './personal-data/postgres-keyring';

export interface LogSurroundings<E extends AnyEvent> extends Omit<EventStoreSurroundings<E>, 'keyring' | 'onProblem'> {
  /** The installation's own key, 32 bytes. */
  dataKey: Buffer;
  logger: Pick<Logger, 'warn'>;
}

export interface OpenLog<E extends AnyEvent> {
  store: EventStore<E>;
  keyring: Keyring;
  /** Does not end the pool. */
  close: () => Promise<void>;
}

/**
 * Opens a service's log together with the keys of its personal data, wherever the settings say it is kept.
 * @throws as `openEventStore` and `openPostgresKeyring` do
 */
export async function openLog<E extends AnyEvent>(
  settings: EventStoreSettings,
  { dataKey, logger, ...surroundings }: LogSurroundings<E>,
): Promise<OpenLog<E>> {
  const { pool, connectionString } = surroundings;
  const keyring = await openPostgresKeyring({ pool, connectionString, dataKey });
  const onProblem = (problem: unknown) =>
    logger.warn({ err: problem }, 'following the event log failed and is tried again');
  const { store, close } = await openEventStore(settings, { ...surroundings, keyring, onProblem }).catch(
    async (error: unknown) => {
      await keyring.close();
      throw error;
    },
  );
  return {
    store,
    keyring,
    async close() {
      await close();
      await keyring.close();
    },
  };
}
