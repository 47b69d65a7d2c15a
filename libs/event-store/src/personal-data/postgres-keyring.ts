import type { Pool } from 'pg';
import { createGroupCommit } from '../postgres/group-commit';
import { listen } from '../postgres/log-listener';
import { createKeyCache } from './key-cache';
import { createKeyTable, type KeyOfSubject } from './key-table';
import type { Keyring, SubjectKey } from './keyring';

export interface PostgresKeyringOptions {
  pool: Pool;
  /** The same database and role, for the connection that isListening of erasures by other processes. */
  connectionString: string;
  /** The installation's own key, 32 bytes. It wraps the keys in the table and is never in the database. */
  dataKey: Buffer;
  /** How many keys to keep in memory; 20,000 if absent. */
  cacheSize?: number;
}

export interface PostgresKeyring extends Keyring {
  close(): Promise<void>;
}

const MOST_A_QUERY = 1_000;
const MOST_IN_MEMORY = 20_000;

/**
 * @throws if the keys in the table were wrapped with a different data key: after recording with this one, no single key
 * could read all data
 */
export async function openPostgresKeyring(options: PostgresKeyringOptions): Promise<PostgresKeyring> {
  const { pool, connectionString, dataKey, cacheSize = MOST_IN_MEMORY } = options;
  if (dataKey.length !== 32) throw new Error('The data key must have 32 bytes');
  const table = createKeyTable(pool, dataKey);
  await table.any();
  const cache = createGuardedCache(connectionString, cacheSize);
  const bySubject = batched(table.bySubjectOrNew, (key) => key.subject);
  const byKeyId = batched(table.byKeyId, (key) => key.keyId);

  return {
    keysFor: (subjects) => collect(subjects, cache.bySubject, (subject) => cache.keep(() => bySubject(subject))),
    keys: (keyIds) => collect(keyIds, cache.byId, (keyId) => cache.keep(() => byKeyId(keyId))),
    async erase(subject) {
      await table.erase(subject);
      cache.dropSubject(subject);
    },
    close: cache.close,
  };
}

/** Holds keys only while it isListening of erasures by other processes. */
function createGuardedCache(connectionString: string, capacity: number) {
  const cache = createKeyCache(capacity);
  let isListening = false;
  const listener = listen(
    connectionString,
    (schema) => [`${schema}_erased_keys`],
    (_channel, keyId) => cache.drop(keyId),
    {
      onConnected() {
        cache.clear();
        isListening = true;
      },
      onDisconnected() {
        isListening = false;
        cache.clear();
      },
    },
  );
  return {
    bySubject: cache.bySubject,
    byId: cache.byId,
    dropSubject: cache.dropSubject,
    async keep(load: () => Promise<KeyOfSubject | undefined>): Promise<SubjectKey | undefined> {
      const ticket = cache.ticket();
      const key = await load();
      if (key && isListening) cache.add(ticket, key.subject, key);
      return key;
    },
    close: () => listener.stop(),
  };
}

async function collect(
  names: readonly string[],
  cached: (name: string) => SubjectKey | undefined,
  load: (name: string) => Promise<SubjectKey | undefined>,
): Promise<Map<string, SubjectKey>> {
  const keys = new Map<string, SubjectKey>();
  const missing: string[] = [];
  for (const name of names) {
    const key = cached(name);
    if (key) keys.set(name, key);
    else missing.push(name);
  }
  if (missing.length === 0) return keys;
  const loaded = await Promise.all(missing.map(load));
  loaded.forEach((key, index) => key && keys.set(missing[index] as string, key));
  return keys;
}

/** What is requested while a query is under way goes into the next query together. */
function batched(fetch: (names: string[]) => Promise<KeyOfSubject[]>, nameOf: (key: KeyOfSubject) => string) {
  return createGroupCommit<string, KeyOfSubject | undefined>({
    async commit(names) {
      const found = new Map((await fetch([...new Set(names)])).map((key) => [nameOf(key), key]));
      return names.map((name) => found.get(name));
    },
    maxItems: MOST_A_QUERY,
    maxWeight: Infinity,
    weigh: () => 1,
    isFaultOfOne: () => false,
  });
}
