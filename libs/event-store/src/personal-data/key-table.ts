import { randomBytes, randomUUID } from 'node:crypto';
import { ConfigurationError } from '@repairline/service-kit/configuration-error';
import type { Pool } from 'pg';
import type { SubjectKey } from './keyring';
import { open, seal } from '@repairline/service-kit/sealing';

interface KeyRow {
  key_id: string;
  subject: string;
  wrapped_key: Buffer;
}

export type KeyOfSubject = SubjectKey & { subject: string };

/** The table of wrapped keys. `dataKey` wraps each key, bound to its id and subject. */
export function createKeyTable(pool: Pool, dataKey: Buffer) {
  async function load(column: 'subject' | 'key_id', values: readonly string[]): Promise<KeyOfSubject[]> {
    const text = `SELECT key_id, subject, wrapped_key FROM personal_data_keys WHERE ${column} = ANY($1)`;
    const { rows } = await pool.query<KeyRow>(text, [values]);
    return rows.map((row) => unwrap(dataKey, row));
  }

  /** Returns only the rows that nobody else had inserted before. */
  async function insert(fresh: KeyRow[]): Promise<KeyOfSubject[]> {
    const { rows } = await pool.query<KeyRow>(
      `INSERT INTO personal_data_keys (key_id, subject, wrapped_key)
       SELECT * FROM unnest($1::uuid[], $2::text[], $3::bytea[]) ON CONFLICT (subject) DO NOTHING
       RETURNING key_id, subject, wrapped_key`,
      [fresh.map((row) => row.key_id), fresh.map((row) => row.subject), fresh.map((row) => row.wrapped_key)],
    );
    return rows.map((row) => unwrap(dataKey, row));
  }

  return {
    /** Some key of the table, to check `dataKey`. @throws if it was wrapped with a different one */
    async any(): Promise<KeyOfSubject | undefined> {
      const { rows } = await pool.query<KeyRow>('SELECT key_id, subject, wrapped_key FROM personal_data_keys LIMIT 1');
      return rows[0] && unwrap(dataKey, rows[0]);
    },

    byKeyId: (keyIds: readonly string[]) => load('key_id', keyIds),

    /** Inserts in sorted order, so two processes that create the same keys cannot deadlock. */
    async bySubjectOrNew(this: void, subjects: readonly string[]): Promise<KeyOfSubject[]> {
      const present = await load('subject', subjects);
      const known = new Set(present.map((key) => key.subject));
      const missing = subjects.filter((subject) => !known.has(subject)).sort();
      if (missing.length === 0) return present;
      const made = await insert(missing.map((subject) => wrappedNewKey(dataKey, subject)));
      const ours = new Set(made.map((key) => key.subject));
      const lost = missing.filter((subject) => !ours.has(subject));
      return [...present, ...made, ...(lost.length > 0 ? await load('subject', lost) : [])];
    },

    /** Notifies the other processes in the same transaction. */
    async erase(subject: string): Promise<void> {
      await pool.query(
        `WITH erased AS (DELETE FROM personal_data_keys WHERE subject = $1 RETURNING key_id)
         SELECT pg_notify(current_schema() || '_erased_keys', key_id::text) FROM erased`,
        [subject],
      );
    },
  };
}

function wrappedNewKey(dataKey: Buffer, subject: string): KeyRow {
  const key_id = randomUUID();
  return { key_id, subject, wrapped_key: seal(dataKey, randomBytes(32), `${key_id} ${subject}`) };
}

function unwrap(dataKey: Buffer, { key_id: keyId, subject, wrapped_key }: KeyRow): KeyOfSubject {
  try {
    return { keyId, subject, key: open(dataKey, wrapped_key, `${keyId} ${subject}`) };
  } catch (cause) {
    const problem = `is not the key that the personal data of ${subject} was recorded with; set the one that was`;
    throw new ConfigurationError('DATA_KEY', problem, { cause });
  }
}
