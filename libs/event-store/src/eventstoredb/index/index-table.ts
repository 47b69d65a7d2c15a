import type { Pool } from 'pg';
import type { CommitIndex } from './commit-index';

/** A position in EventStoreDB's log of all events. */
export interface Place {
  commit: number;
  prepare: number;
}

export interface SavedIndex {
  commits: number[];
  /** Id of the newest event; null if there is none or it was not saved. */
  lastEvent: string | null;
  lookedUpTo: Place | null;
}

interface Row {
  commits: Buffer;
  last_event: string | null;
  looked_up_to: string | number;
  looked_up_to_prepare: string | number;
}

export const EVENTS_A_ROW = 1_024;
const BYTES_AN_EVENT = 8;

/** The index as last saved; empty if it never was. */
export async function loadIndex(pool: Pool): Promise<SavedIndex> {
  const { rows } = await pool.query<Row>('SELECT * FROM commit_index ORDER BY first_position');
  const last = rows.at(-1);
  return {
    commits: rows.flatMap(({ commits }) => unpacked(commits)),
    lastEvent: last?.last_event ?? null,
    lookedUpTo: last ? { commit: Number(last.looked_up_to), prepare: Number(last.looked_up_to_prepare) } : null,
  };
}

/**
 * Saves what is new since position `saved`, whole rows first. Processes may do so concurrently: the fuller row stays.
 */
export async function saveIndex(
  pool: Pool,
  index: CommitIndex,
  saved: number,
  newest: { lastEvent: string | null; lookedUpTo: Place },
): Promise<number> {
  const count = index.count();
  for (let first = rowOf(Math.max(saved, 1)); first === 1 || first <= count; first += EVENTS_A_ROW) {
    // The index may have grown meanwhile: what is newer than `newest` is saved next time.
    const commits = index.slice(first, Math.min(EVENTS_A_ROW, count - first + 1));
    const isNewest = first + commits.length > count;
    const lookedUpTo = isNewest ? newest.lookedUpTo : placeOf(commits.at(-1) ?? 0);
    await pool.query(
      `INSERT INTO commit_index AS known (first_position, commits, last_event, looked_up_to, looked_up_to_prepare)
       VALUES ($1, $2, $3, $4, $5) ON CONFLICT (first_position) DO UPDATE SET commits = $2, last_event = $3,
         looked_up_to = $4, looked_up_to_prepare = $5
       WHERE length(known.commits) <= length($2) AND known.looked_up_to < $4`,
      [first, packed(commits), isNewest ? newest.lastEvent : null, lookedUpTo.commit, lookedUpTo.prepare],
    );
  }
  return count;
}

/** The place of an event written without an explicit transaction, as all of ours are. */
export const placeOf = (commit: number): Place => ({ commit, prepare: commit });

const rowOf = (position: number): number => position - ((position - 1) % EVENTS_A_ROW);

function packed(commits: Float64Array): Buffer {
  const bytes = Buffer.alloc(commits.length * BYTES_AN_EVENT);
  commits.forEach((commit, at) => bytes.writeBigInt64BE(BigInt(commit), at * BYTES_AN_EVENT));
  return bytes;
}

function unpacked(bytes: Buffer): number[] {
  const count = bytes.length / BYTES_AN_EVENT;
  return Array.from({ length: count }, (_, at) => Number(bytes.readBigInt64BE(at * BYTES_AN_EVENT)));
}
