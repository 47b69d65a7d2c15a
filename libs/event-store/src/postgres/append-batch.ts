import { DatabaseError, type ClientBase } from 'pg';
import type { AppendResult } from '../event-store';
import type { PreparedAppend } from '../prepare-append';
import type { StreamVersionCache } from '../stream-version-cache';
import { rowsAfter, storing, type WrittenAppend } from './written-append';

/** Stream version and position of an append's last event. */
interface PlacedEnd {
  streamVersion: number;
  position: number;
}

/** An append that follows a stream version this process has seen. */
interface SeenAppend {
  append: WrittenAppend;
  version: number;
}

/** All or nothing. @param appends to different streams. @returns a result for each, in order */
export async function appendBatch(
  client: ClientBase,
  versionCache: StreamVersionCache,
  appends: readonly WrittenAppend[],
): Promise<AppendResult[]> {
  const results = new Map<string, AppendResult>();
  const seen: SeenAppend[] = [];
  for (const append of appends) {
    const version = versionCache.versionFor(append.prepared);
    if (version !== undefined) seen.push({ append, version });
  }
  const unread = seen.map(({ append }) => append.prepared.stream).filter((stream) => !versionCache.knows(stream));
  for (const [stream, end] of await storeAsSeen(client, seen, unread))
    results.set(stream, { status: 'appended', ...end });
  const left = appends.map(({ prepared }) => prepared).filter(({ stream }) => !results.has(stream));
  for (const [stream, result] of await judgeAndStore(client, left)) results.set(stream, result);
  learn(versionCache, appends, results);
  return appends.map(({ prepared }) => results.get(prepared.stream) as AppendResult);
}

/**
 * Remembers what the results show of the streams, including those of appends that were judged: otherwise a stream whose
 * command only seemed to be known would be looked up with every append that follows. Forgets a stream when events of
 * others, which this process has not seen, came before an append.
 */
function learn(
  versionCache: StreamVersionCache,
  appends: readonly WrittenAppend[],
  results: ReadonlyMap<string, AppendResult>,
): void {
  for (const { prepared, rows } of appends) {
    const { stream, commandId } = prepared;
    const result = results.get(stream);
    if (result?.status !== 'appended') versionCache.forget(stream);
    else
      versionCache.appended(stream, commandId, { from: result.streamVersion - rows.length, to: result.streamVersion });
  }
}

/**
 * Stores all of them unless another process's append is under way or has just succeeded; then it stores nothing. It
 * looks up neither versions nor commands: if a stream has moved on, the version is taken and the table refuses the row.
 * @param unread streams that are expected to be new but exist if a message was delivered again
 * @returns the new end of each stream
 */
async function storeAsSeen(
  client: ClientBase,
  seen: readonly SeenAppend[],
  unread: readonly string[],
): Promise<Map<string, PlacedEnd>> {
  const ends = new Map<string, PlacedEnd>();
  if (seen.length === 0) return ends;
  const rows = seen.flatMap(({ append, version }) => rowsAfter(append, version));
  const stored = await client.query<[string | number]>(storing(rows, unread)).catch(nothingIfTaken);
  if (stored.rows.length === 0) return ends;
  let position = Math.min(...stored.rows.map(([each]) => Number(each))) - 1;
  for (const { append, version } of seen) {
    position += append.rows.length;
    ends.set(append.prepared.stream, { streamVersion: version + append.rows.length, position });
  }
  return ends;
}

/** Another process took the position or stream version first, or the event id exists: `append_events` judges. */
function nothingIfTaken(error: unknown): { rows: [] } {
  if (error instanceof DatabaseError && error.code === '23505') return { rows: [] };
  throw error;
}

/** Waits for appends of other processes. @returns the result of each stream's append */
async function judgeAndStore(
  client: ClientBase,
  appends: readonly PreparedAppend[],
): Promise<Map<string, AppendResult>> {
  if (appends.length === 0) return new Map();
  const { rows } = await client.query<JudgedRow>({
    name: 'append_events',
    text: 'SELECT status, stream_version, log_position FROM append_events($1::jsonb)',
    values: [JSON.stringify(appends)],
  });
  return new Map(rows.map((row, index) => [appends[index]?.stream ?? '', resultOf(row)]));
}

type JudgedRow = { stream_version: number } & (
  { status: 'appended' | 'duplicate'; log_position: string | number } | { status: 'conflict'; log_position: null }
);

function resultOf({ status, stream_version: streamVersion, log_position }: JudgedRow): AppendResult {
  return status === 'conflict' ? { status, streamVersion } : { status, streamVersion, position: Number(log_position) };
}
