import { DatabaseError, type ClientBase } from 'pg';
import type { AppendResult } from '../event-store';
import type { PreparedAppend } from '../prepare-append';

export interface WrittenAppend {
  prepared: PreparedAppend;
  /** Its events as JSON objects with a comma between them, each with what it shares with the others. */
  rows: string;
}

type StoredRow = { stream: string; stream_version: number; log_position: string | number };

type JudgedRow = { stream_version: number } & (
  { status: 'appended' | 'duplicate'; log_position: string | number } | { status: 'conflict'; log_position: null }
);

/**
 * Stores what finds its stream as it expects it and answers those rows, in one plain statement. It neither waits for
 * another process's append nor judges what does not go through; both is what `append_events` is for. Positions stay
 * without gaps: whoever did not see the newest takes one that the primary key refuses.
 *
 * `OFFSET 0` keeps the planner from joining the batch with the whole log, which it would read through for each append:
 * a plan made while the log was small lasts until the table is analysed.
 */
const storeAsExpectedAt = (position: string) => `
INSERT INTO events
SELECT ${position}, given.stream, coalesce(newest.stream_version, 0) + given.event_number,
  given.id, given.type, given.version, given.data, given.occurred_at, clock_timestamp(),
  given.actor, given.correlation_id, given.command_id, given.batch_id
FROM (
  SELECT coalesce(max(position), 0) AS head,
    pg_try_advisory_xact_lock(hashtext('append_events'), hashtext(current_schema())) AS is_locked
  FROM events
) log,
ROWS FROM (
  jsonb_to_recordset($1::jsonb) AS (stream text, expected integer, "commandId" uuid, "correlationId" text, actor jsonb,
    "batchId" uuid, number integer, id uuid, type text, version smallint, data jsonb, "occurredAt" timestamptz)
) WITH ORDINALITY AS given (stream, expected, command_id, correlation_id, actor, batch_id, event_number, id, type, version,
  data, occurred_at, place)
LEFT JOIN LATERAL (
  SELECT earlier.stream_version FROM events earlier
  WHERE earlier.stream = given.stream AND earlier.stream_version >= coalesce(given.expected, 0)
  ORDER BY earlier.stream_version DESC LIMIT 1
) newest ON true
WHERE log.is_locked
  AND coalesce(given.expected = coalesce(newest.stream_version, 0), true)
  AND NOT EXISTS (
    SELECT FROM events answered WHERE answered.stream = given.stream AND answered.causation_id = given.command_id OFFSET 0
  )
RETURNING stream, stream_version, position AS log_position`;

/** The events of one append are stored together or not at all: nothing has to be counted. */
const STORE_ONE = {
  name: 'store_one_as_expected',
  text: storeAsExpectedAt('log.head + given.event_number'),
};

const STORE_MANY = {
  name: 'store_many_as_expected',
  text: storeAsExpectedAt('log.head + row_number() OVER (ORDER BY given.place)'),
};

export function writeAppend(prepared: PreparedAppend): WrittenAppend {
  const { events, ...shared } = prepared;
  const rows = events.map((event, index) => JSON.stringify({ ...shared, number: index + 1, ...event }));
  return { prepared, rows: rows.join(',') };
}

/** All or nothing. @param appends of different streams. @returns a result for each, in order */
export async function appendBatch(client: ClientBase, appends: readonly WrittenAppend[]): Promise<AppendResult[]> {
  const stored = await storeAsExpected(client, appends);
  const left = appends.filter(({ prepared }) => !stored.has(prepared.stream));
  if (left.length > 0) {
    const judged = await judgeAndStore(client, left);
    left.forEach(({ prepared }, index) => stored.set(prepared.stream, judged[index] as AppendResult));
  }
  return appends.map(({ prepared }) => stored.get(prepared.stream) as AppendResult);
}

/** @returns what was stored, by stream */
async function storeAsExpected(
  client: ClientBase,
  appends: readonly WrittenAppend[],
): Promise<Map<string, AppendResult>> {
  const results = new Map<string, AppendResult>();
  const values = [`[${appends.map(({ rows }) => rows).join(',')}]`];
  const statement = appends.length === 1 ? STORE_ONE : STORE_MANY;
  const { rows } = await client.query<StoredRow>({ ...statement, values }).catch(nothingIfTaken);
  for (const { stream, stream_version: streamVersion, log_position } of rows) {
    results.set(stream, { status: 'appended', streamVersion, position: Number(log_position) });
  }
  return results;
}

/** Another process was first with a position or a stream's version, or an id is there already: to be judged. */
function nothingIfTaken(error: unknown): { rows: [] } {
  if (error instanceof DatabaseError && error.code === '23505') return { rows: [] };
  throw error;
}

/** Waits for the appends of others. */
async function judgeAndStore(client: ClientBase, appends: readonly WrittenAppend[]): Promise<AppendResult[]> {
  const { rows } = await client.query<JudgedRow>({
    name: 'append_events',
    text: 'SELECT status, stream_version, log_position FROM append_events($1::jsonb)',
    values: [JSON.stringify(appends.map(({ prepared }) => prepared))],
  });
  return rows.map(({ status, stream_version: streamVersion, log_position }) =>
    status === 'conflict' ? { status, streamVersion } : { status, streamVersion, position: Number(log_position) },
  );
}
