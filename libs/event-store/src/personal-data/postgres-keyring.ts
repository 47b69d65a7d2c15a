import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { createGroupCommit } from '../postgres/group-commit';
import { listen } from '../postgres/log-listener';
import { createKeyCache } from './key-cache';
import type { Keyring, SubjectKey } from './keyring';
import { open, seal } from './sealing';

export interface PostgresKeyringOptions {
  pool: Pool;
  /** The same database and role, for the connection that hears of erasures by other processes. */
  connectionString: string;
  /** The installation's own key, 32 bytes. It wraps the keys in the table and is never in the database. */
  dataKey: Buffer;
  /** How many keys stay in memory. */
  cacheSize?: number;
}

export interface PostgresKeyring extends Keyring {
  close(): Promise<void>;
}

interface KeyRow {
  key_id: string;
  subject: string;
  wrapped_key: Buffer;
}

const MOST_A_QUERY = 1_000;
const COLUMNS = 'SELECT key_id, subject, wrapped_key FROM personal_data_keys';

/** Keys are cached only while erasures by other processes are heard of. */
export function createPostgresKeyring(options: PostgresKeyringOptions): PostgresKeyring {
  const { pool, dataKey } = options;
  if (dataKey.length !== 32) throw new Error('The data key must have 32 bytes');
  const cache = createKeyCache(options.cacheSize ?? 20_000);
  let hears = false;
  const listener = listen(
    options.connectionString,
    (schema) => [`${schema}_erased_keys`],
    (_channel, keyId) => cache.drop(keyId),
    {
      onConnected() {
        cache.clear();
        hears = true;
      },
      onDisconnected() {
        hears = false;
        cache.clear();
      },
    },
  );

  async function load(condition: string, values: readonly string[]): Promise<KeyRow[]> {
    return (await pool.query<KeyRow>(`${COLUMNS} WHERE ${condition} = ANY($1)`, [values])).rows;
  }
  const bySubject = batched((subjects) => loadOrMake(pool, dataKey, subjects, load), 'subject');
  const byKeyId = batched((keyIds) => load('key_id', keyIds), 'key_id');

  /** What the cache has not is asked for, together with what others ask for meanwhile. */
  async function collect(
    names: readonly string[],
    cached: (name: string) => SubjectKey | undefined,
    ask: (name: string) => Promise<KeyRow | undefined>,
  ): Promise<Map<string, SubjectKey>> {
    const ticket = cache.ticket();
    const found = await Promise.all(
      names.map(async (name): Promise<[string, SubjectKey][]> => {
        const known = cached(name);
        if (known) return [[name, known]];
        const row = await ask(name);
        if (!row) return [];
        const key = unwrap(dataKey, row);
        if (hears) cache.add(ticket, row.subject, key);
        return [[name, key]];
      }),
    );
    return new Map(found.flat());
  }

  return {
    keysFor: (subjects) => collect(subjects, cache.bySubject, bySubject),
    keys: (keyIds) => collect(keyIds, cache.byId, byKeyId),
    async erase(subject) {
      await pool.query(
        `WITH erased AS (DELETE FROM personal_data_keys WHERE subject = $1 RETURNING key_id)
         SELECT pg_notify(current_schema() || '_erased_keys', key_id::text) FROM erased`,
        [subject],
      );
      cache.dropSubject(subject);
    },
    close: () => listener.stop(),
  };
}

function batched(fetch: (names: string[]) => Promise<KeyRow[]>, column: 'subject' | 'key_id') {
  return createGroupCommit<string, KeyRow | undefined>({
    async commit(names) {
      const rows = new Map((await fetch([...new Set(names)])).map((row) => [row[column], row]));
      return names.map((name) => rows.get(name));
    },
    maxItems: MOST_A_QUERY,
    maxWeight: Infinity,
    weigh: () => 1,
    isFaultOfOne: () => false,
  });
}

/** Sorted, so that two processes that make the same keys never wait for each other in a circle. */
async function loadOrMake(
  pool: Pool,
  dataKey: Buffer,
  subjects: string[],
  load: (condition: string, values: readonly string[]) => Promise<KeyRow[]>,
): Promise<KeyRow[]> {
  const present = await load('subject', subjects);
  const known = new Set(present.map((row) => row.subject));
  const missing = subjects.filter((subject) => !known.has(subject)).sort();
  if (missing.length === 0) return present;
  const fresh = missing.map((subject) => wrap(dataKey, subject));
  await pool.query(
    `INSERT INTO personal_data_keys (key_id, subject, wrapped_key)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::bytea[]) ON CONFLICT (subject) DO NOTHING`,
    [fresh.map((row) => row.key_id), missing, fresh.map((row) => row.wrapped_key)],
  );
  return [...present, ...(await load('subject', missing))];
}

function wrap(dataKey: Buffer, subject: string): KeyRow {
  const key_id = randomUUID();
  return { key_id, subject, wrapped_key: seal(dataKey, randomBytes(32), `${key_id} ${subject}`) };
}

function unwrap(dataKey: Buffer, { key_id: keyId, subject, wrapped_key }: KeyRow): SubjectKey {
  return { keyId, key: open(dataKey, wrapped_key, `${keyId} ${subject}`) };
}
