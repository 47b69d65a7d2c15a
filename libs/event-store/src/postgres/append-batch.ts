import { DatabaseError, type ClientBase } from 'pg';
import type { AppendResult } from '../event-store';
import type { PreparedAppend } from '../prepare-append';
import type { StreamVersionCache } from '../stream-version-cache';
import type { Guess, KnownHead } from './known-head';
import { storeRows } from './store-rows';
import { MOST_VALUES, rowsAfter, storingAfter, storingAtEnd, type WrittenAppend } from './written-append';

/** An append that follows a stream version this process has seen. */
interface SeenAppend {
  append: WrittenAppend;
  version: number;
  /** Its place in the batch. */
  place: number;
}

/** What this process has seen of the log. */
export interface SeenLog {
  versionCache: StreamVersionCache;
  head: KnownHead;
}

/** All or nothing. @param appends to different streams. @returns a result for each, in order */
export async function appendBatch(
  client: ClientBase,
  { versionCache, head }: SeenLog,
  appends: readonly WrittenAppend[],
): Promise<AppendResult[]> {
  const seen: SeenAppend[] = [];
  const unread: string[] = [];
  for (const [place, append] of appends.entries()) {
    const version = versionCache.versionFor(append.prepared);
    if (version === undefined) continue;
    seen.push({ append, version, place });
    if (!versionCache.knows(append.prepared.stream)) unread.push(append.prepared.stream);
  }
  const results: (AppendResult | undefined)[] = appends.map(() => undefined);
  const stored = await storeAsSeen(client, head, seen, unread);
  for (const [index, result] of stored.entries()) results[(seen[index] as SeenAppend).place] = result;
  if (stored.length < appends.length) await judgeAndStore(client, head, appends, results);
  return appends.map((append, place) => {
    const result = results[place] as AppendResult;
    learn(versionCache, append, result);
    return result;
  });
}

/**
 * Remembers what the result shows of the stream, also if the append was judged: otherwise a stream whose command only
 * seemed to be known would be looked up with every append that follows. Forgets a stream when events of others, which
 * this process has not seen, came before the append.
 */
function learn(versionCache: StreamVersionCache, { prepared, rows }: WrittenAppend, result: AppendResult): void {
  const { stream, commandId } = prepared;
  if (result.status !== 'appended') return versionCache.forget(stream);
  const { streamVersion } = result;
  versionCache.appended(stream, commandId, { from: streamVersion - rows.length, to: streamVersion });
}

/**
 * Stores all of them unless another process's append is under way or has just succeeded; then it stores nothing. It
 * looks up neither versions nor commands: if a stream has moved on, the version is taken and the table refuses the row.
 * @param unread streams that are expected to be new but exist if a message was delivered again
 * @returns the result of each; none if nothing is stored
 */
async function storeAsSeen(
  client: ClientBase,
  head: KnownHead,
  seen: readonly SeenAppend[],
  unread: readonly string[],
): Promise<AppendResult[]> {
  if (seen.length === 0) return [];
  const rows = seen.flatMap(({ append, version }) => rowsAfter(append, version));
  const store = async (after?: Guess) => {
    // A wrong guess is an error in the server's log, and an existing stream, where a new one is expected, must be none.
    if (after && unread.length === 0 && rows.length <= MOST_VALUES) {
      await storeRows(client, storingAfter(after, rows));
      return after.position + rows.length;
    }
    const positions = await storeRows(client, storingAtEnd(rows, unread));
    return positions.length > 0 ? Math.max(...positions) : undefined;
  };
  const newest = await head.extend(rows.length, store).catch(undefinedIfTaken);
  if (newest === undefined) return [];
  let position = newest - rows.length;
  return seen.map(({ append, version }) => {
    position += append.rows.length;
    return { status: 'appended', streamVersion: version + append.rows.length, position };
  });
}

/** Another process took the position or stream version first, or the event id exists: `append_events` judges. */
function undefinedIfTaken(error: unknown): undefined {
  if (error instanceof DatabaseError && error.code === '23505') return undefined;
  throw error;
}

/** Fills in the results that are missing. Waits for appends of other processes. */
async function judgeAndStore(
  client: ClientBase,
  head: KnownHead,
  appends: readonly WrittenAppend[],
  results: (AppendResult | undefined)[],
): Promise<void> {
  const left: PreparedAppend[] = appends.flatMap(({ prepared }, place) => (results[place] ? [] : [prepared]));
  const statement = {
    name: 'append_events',
    text: 'SELECT status, stream_version, log_position FROM append_events($1::jsonb)',
    values: [JSON.stringify(left)],
  };
  const { rows } = await head.leaveOpen(() => client.query<JudgedRow>(statement));
  const judged = rows.values();
  for (const [place, result] of results.entries())
    results[place] = result ?? resultOf(judged.next().value as JudgedRow);
}

type JudgedRow = { stream_version: number } & (
  { status: 'appended' | 'duplicate'; log_position: string | number } | { status: 'conflict'; log_position: null }
);

function resultOf({ status, stream_version: streamVersion, log_position }: JudgedRow): AppendResult {
  return status === 'conflict' ? { status, streamVersion } : { status, streamVersion, position: Number(log_position) };
}
