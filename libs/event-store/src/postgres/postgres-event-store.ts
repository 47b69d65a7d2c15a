import { DatabaseError, type Pool } from 'pg';
import type { EventEnvelope } from '@repairline/contracts/event';
import type { EventRegistry } from '../event-registry';
import type { AnyEvent, Append, AppendManyResult, AppendResult, EventStore, ReadOptions } from '../event-store';
import { createEventCodec, type Decoding } from '../personal-data/event-codec';
import type { Keyring } from '../personal-data/keyring';
import { prepareAppend } from '../prepare-append';
import { createStreamVersionCache } from '../stream-version-cache';
import { followLog } from '../subscription';
import { createAnnouncer } from './announce-appends';
import { appendBatch } from './append-batch';
import { createAppendSignal } from './append-signal';
import { envelopeOf, EVENT_COLUMNS, eventTypes, storedEventOf, type EventRow } from './event-row';
import { createGroupCommit } from './group-commit';
import { createKnownHead } from './known-head';
import { createSharedConnection } from './shared-connection';
import { spinWhilePending } from './spin-while-pending';
import { writeAppend, type WrittenAppend } from './written-append';

export interface PostgresEventStoreOptions<E extends AnyEvent> {
  /**
   * Connections of the service's role, whose search_path begins with the schema that holds the log. The owner of the
   * pool handles its `error` event.
   */
  pool: Pool;
  /** The same database and role, for the one connection that listens for new events. */
  connectionString: string;
  registry: EventRegistry<E>;
  keyring: Keyring;
}

const MOST_APPENDS_A_BATCH = 500;
const MOST_CHARACTERS_A_BATCH = 2_000_000;
/**
 * From this many appends on, half are prepared while the database stores the other half; with fewer, a second commit
 * costs more than that gains.
 */
const HALVED_FROM = 8;

/** A service's log in PostgreSQL. The library's README lists its guarantees. */
export function createPostgresEventStore<E extends AnyEvent>(options: PostgresEventStoreOptions<E>): EventStore<E> {
  const { pool, connectionString, registry, keyring } = options;
  const codec = createEventCodec(registry, keyring);
  const appendSignal = createAppendSignal(connectionString, (schema) => [`${schema}_log`]);
  const announce = createAnnouncer(pool);
  const onConnection = createSharedConnection(pool);
  const versionCache = createStreamVersionCache();
  const seen = { versionCache, head: createKnownHead() };
  const submit = createGroupCommit<WrittenAppend, AppendResult>({
    async commit(appends) {
      const storing = onConnection((client) => appendBatch(client, seen, appends));
      if (appends.length === 1) spinWhilePending(storing);
      const results = await storing;
      const newest = Math.max(...results.map((result) => (result.status === 'conflict' ? 0 : result.position)));
      appendSignal.send(newest);
      announce(newest);
      return results;
    },
    maxItems: MOST_APPENDS_A_BATCH,
    maxWeight: MOST_CHARACTERS_A_BATCH,
    weigh: ({ weight }) => weight,
    halveFrom: HALVED_FROM,
    keyOf: ({ prepared }) => prepared.stream,
    isFaultOfOne,
  });
  const appendOne = async (append: Append<E>) => submit(writeAppend(await prepareAppend(codec, append)));

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
    async readStream<S extends E>(stream: string) {
      const inOrder = 'WHERE stream = $1 ORDER BY stream_version';
      const envelopes = await read<S>('read_stream', inOrder, [stream], codec.decode);
      const causes = envelopes.map(({ causationId }) => causationId);
      versionCache.seen(stream, envelopes.length, causes);
      return envelopes;
    },
    readAll,
    async head() {
      const found = await pool.query<{ head: string | number | null }>('SELECT max(position) AS head FROM events');
      return Number(found.rows[0]?.head ?? 0);
    },
    subscribe: (subscription) => followLog({ readAll, onAppended: appendSignal.onSent }, subscription),
  };
}

/** Data exceptions, violated constraints, program limits: the server refused the content and undid the whole batch. */
function isFaultOfOne(error: unknown): boolean {
  return error instanceof DatabaseError && /^(22|23|54)/.test(error.code ?? '');
}

function rejected(reason: unknown): AppendManyResult {
  return { status: 'rejected', reason };
}
