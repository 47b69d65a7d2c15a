import { DatabaseError, type ClientBase } from 'pg';
import type { AppendResult } from '../event-store';
import type { PreparedAppend } from '../prepare-append';
import type { StreamStandings } from '../stream-standings';
import { rowsAfter, storing, type WrittenAppend } from './written-append';

/** Where an append's last event stands. */
interface PlacedEnd {
  streamVersion: number;
  position: number;
}

/** An append to a stream that was seen at the version behind which it goes. */
interface SeenAppend {
  append: WrittenAppend;
  version: number;
}

/** All or nothing. @param appends of different streams. @returns a result for each, in order */
export async function appendBatch(
  client: ClientBase,
  standings: StreamStandings,
  appends: readonly WrittenAppend[],
): Promise<AppendResult[]> {
  const results = new Map<string, AppendResult>();
  const seen: SeenAppend[] = [];
  for (const append of appends) {
    const version = standings.versionFor(append.prepared);
    if (version !== undefined) seen.push({ append, version });
  }
  const unread = seen.map(({ append }) => append.prepared.stream).filter((stream) => !standings.knows(stream));
  for (const [stream, end] of await storeAsSeen(client, seen, unread))
    results.set(stream, { status: 'appended', ...end });
  const left = appends.map(({ prepared }) => prepared).filter(({ stream }) => !results.has(stream));
  for (const [stream, result] of await judgeAndStore(client, left)) results.set(stream, result);
  learn(standings, seen, results);
  return appends.map(({ prepared }) => results.get(prepared.stream) as AppendResult);
}

/** What others have appended in between, as they may where any version will do, was not seen. */
function learn(
  standings: StreamStandings,
  seen: readonly SeenAppend[],
  results: ReadonlyMap<string, AppendResult>,
): void {
  for (const { append, version: from } of seen) {
    const { stream, commandId } = append.prepared;
    const to = from + append.rows.length;
    const result = results.get(stream);
    if (result?.status === 'appended' && result.streamVersion === to)
      standings.appended(stream, commandId, { from, to });
    else standings.forget(stream);
  }
}

/**
 * Stores all of them where nobody else's append is under way or has just gone through, else nothing. It looks for neither
 * versions nor commands: a stream that is not as it was seen has the version already, which the table refuses.
 * @param unread which of the streams should be new, and are there where a message has come again
 * @returns where each stream ends now
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

/** Another process was first with a position or a stream's version, or an id is there already: to be judged. */
function nothingIfTaken(error: unknown): { rows: [] } {
  if (error instanceof DatabaseError && error.code === '23505') return { rows: [] };
  throw error;
}

/** Waits for the appends of others. @returns what became of each stream */
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
