import { DatabaseError, type Pool } from 'pg';
import type { EventEnvelope } from '@repairline/contracts/event';
import type { EventRegistry } from '../event-registry';
import type { AnyEvent, Append, AppendManyResult, AppendResult, EventStore, ReadOptions } from '../event-store';
import { createEventCodec, type Decoding } from '../personal-data/event-codec';
import type { Keyring } from '../personal-data/keyring';
import { prepareAppend } from '../appending/prepare-append';
import { followLog } from '../reading/subscription';
import { createAnnouncer, createAppendSignal } from './append-signal';
import { appendBatch, type SerializedAppend } from './append-batch';
import { envelopeOf, EVENT_COLUMNS, eventTypes, storedEventOf, type EventRow } from './event-row';
import { createGroupCommit } from './group-commit';

export interface PostgresEventStoreOptions<E extends AnyEvent> {
  /** Connections of the service's role, whose search_path begins with the schema that holds the log. */
  pool: Pool;
  /** The same database and role. */
  connectionString: string;
  registry: EventRegistry<E>;
  keyring: Keyring;
}

const MOST_APPENDS_A_BATCH = 500;
const MOST_CHARACTERS_A_BATCH = 2_000_000;

/** A service's log in PostgreSQL. The library's README lists its guarantees. */
export function createPostgresEventStore<E extends AnyEvent>(options: PostgresEventStoreOptions<E>): EventStore<E> {
  const { pool, connectionString, registry, keyring } = options;
  const codec = createEventCodec(registry, keyring);
  const appendSignal = createAppendSignal(connectionString, (schema) => [`${schema}_log`]);
  const announce = createAnnouncer(pool);
  const submit = createGroupCommit<SerializedAppend, AppendResult>({
    async commit(appends) {
      const results = await appendBatch(pool, appends);
      const newest = Math.max(...results.map((result) => (result.status === 'conflict' ? 0 : result.position)));
      appendSignal.send(newest);
      announce(newest);
      return results;
    },
    maxItems: MOST_APPENDS_A_BATCH,
    maxWeight: MOST_CHARACTERS_A_BATCH,
    weigh: ({ json }) => json.length,
    keyOf: ({ stream }) => stream,
    isFaultOfOne,
  });

  async function appendOne(append: Append<E>): Promise<AppendResult> {
    const prepared = await prepareAppend(codec, append);
    return submit({ stream: prepared.stream, json: JSON.stringify(prepared) });
  }

  async function read<S extends E>(
    name: string,
    condition: string,
    values: unknown[],
    decode: Decoding<E>,
  ): Promise<EventEnvelope<S>[]> {
    const text = `SELECT ${EVENT_COLUMNS} FROM events ${condition}`;
    const { rows } = await pool.query<EventRow>({ name, text, values, types: eventTypes, rowMode: 'array' });
    const events = await decode(rows.map(storedEventOf));
    return rows.map((row, index) => envelopeOf(row, events[index] as S));
  }
  const readAll = (after: number, limit: number, options?: ReadOptions) =>
    read<E>('read_log', 'WHERE position > $1 ORDER BY position LIMIT $2', [after, limit], (stored) =>
      codec.decodePage(stored, options),
    );

  return {
    append: (stream, expected, events, context) => appendOne({ stream, expected, events, context }),
    appendMany: (appends) => Promise.all(appends.map((append) => appendOne(append).catch(rejected))),
    readStream: <S extends E>(stream: string) =>
      read<S>('read_stream', 'WHERE stream = $1 ORDER BY stream_version', [stream], codec.decode),
    readAll,
    async head() {
      const found = await pool.query<{ head: string | number | null }>('SELECT max(position) AS head FROM events');
      return Number(found.rows[0]?.head ?? 0);
    },
    subscribe: (subscription) => followLog({ readAll, onAppended: appendSignal.onSent }, subscription),
  };
}

/** Data exceptions, violated constraints, program limits: the server has refused the content. */
function isFaultOfOne(error: unknown): boolean {
  return error instanceof DatabaseError && /^(22|23|54)/.test(error.code ?? '');
}

function rejected(reason: unknown): AppendManyResult {
  return { status: 'rejected', reason };
}
