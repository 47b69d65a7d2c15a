import type { Pool } from 'pg';
import type { AppendResult } from '../event-store';

export interface SerializedAppend {
  stream: string;
  /** The PreparedAppend. */
  json: string;
}

type ResultRow = { stream_version: number } & (
  { status: 'appended' | 'duplicate'; log_position: string | number } | { status: 'conflict'; log_position: null }
);

/** Stores all or nothing. The appends are to different streams; each gets its result, in order. */
export async function appendBatch(pool: Pool, appends: readonly SerializedAppend[]): Promise<AppendResult[]> {
  const { rows } = await pool.query<ResultRow>({
    name: 'append_events',
    text: 'SELECT status, stream_version, log_position FROM append_events($1)',
    values: [`[${appends.map(({ json }) => json).join()}]`],
  });
  return rows.map(resultOf);
}

function resultOf({ status, stream_version: streamVersion, log_position }: ResultRow): AppendResult {
  return status === 'conflict' ? { status, streamVersion } : { status, streamVersion, position: Number(log_position) };
}
