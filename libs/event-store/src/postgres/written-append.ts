import type { PreparedAppend } from '../prepare-append';
import type { NumbersStatement } from './store-rows';

/** What is sent of an event, in this order. The database adds the position and the time of recording. */
const SENT = {
  stream_version: 'integer',
  stream: 'text',
  id: 'uuid',
  type: 'text',
  version: 'smallint',
  data: 'jsonb',
  occurred_at: 'timestamptz',
  actor: 'jsonb',
  correlation_id: 'text',
  causation_id: 'uuid',
  batch_id: 'uuid',
} as const;

const NAMES = Object.keys(SENT).join(', ');
const TYPES = Object.values(SENT);

/** As PostgreSQL writes it. */
type Sent = string | null;

export interface WrittenAppend {
  prepared: PreparedAppend;
  /** One per event, without the stream version. */
  rows: Sent[][];
  /** Approximate size of what is sent, in characters. */
  weight: number;
}

const ABOUT_AN_EVENT = 300;

export function writeAppend(prepared: PreparedAppend): WrittenAppend {
  const { stream, correlationId, commandId, batchId, events } = prepared;
  const actor = prepared.actor && JSON.stringify(prepared.actor);
  let weight = 0;
  const rows = events.map(({ id, type, version, data, occurredAt }) => {
    const text = JSON.stringify(data);
    weight += text.length + ABOUT_AN_EVENT;
    return [
      stream,
      id,
      type,
      String(version),
      text,
      occurredAt.toISOString(),
      actor,
      correlationId,
      commandId,
      batchId,
    ];
  });
  return { prepared, rows, weight };
}

/** @param version the stream's version before the append */
export function rowsAfter({ rows }: WrittenAppend, version: number): Sent[][] {
  return rows.map((row, index) => [String(version + index + 1), ...row]);
}

/**
 * Stores rows at the end of the log and returns their positions, in one plain statement that never waits: while another
 * process's append is under way it stores nothing. Positions stay without gaps: a process that did not see the newest
 * position takes one that the primary key refuses.
 */
const storingFrom = (given: string, condition: string) => `
INSERT INTO events (position, ${NAMES}, recorded_at)
SELECT coalesce((SELECT max(position) FROM events), 0) + place, ${NAMES}, clock_timestamp()
FROM ${given}
WHERE (SELECT pg_try_advisory_xact_lock(hashtext('append_events'), hashtext(current_schema()))) ${condition}
RETURNING position`;

const areNew = (parameter: number) =>
  `AND NOT EXISTS (SELECT FROM events WHERE stream = ANY($${parameter}::text[]) AND stream_version = 1)`;

/** Up to this many rows, each number of rows has its own statement, which costs both sides less than arrays. */
const MOST_VALUES = 32;

const typed = (type: string, index: number) => `$${index + 1}::${type}`;

function fromValues(count: number): string {
  const rows = Array.from({ length: count }, (_, row) => {
    const fields = TYPES.map((type, index) => typed(type, row * TYPES.length + index));
    return `(${row + 1}, ${fields.join(', ')})`;
  });
  return `(VALUES ${rows.join(', ')}) given (place, ${NAMES})`;
}

function fromArrays(): string {
  const columns = TYPES.map((type, index) => typed(`${type}[]`, index));
  return `unnest(${columns.join(', ')}) WITH ORDINALITY AS given (${NAMES}, place)`;
}

const texts = new Map<string, string>();

const arrayOf = (items: readonly Sent[]) =>
  `{${items.map((item) => (item === null ? 'NULL' : `"${item.replace(/["\\]/g, '\\$&')}"`)).join()}}`;

/**
 * The statement that stores rows as `rowsAfter` returns them and returns a position for each.
 * @param unread streams expected to be new; if any of them exists, nothing is stored
 */
export function storing(rows: Sent[][], unread: readonly string[]): NumbersStatement {
  const isFew = rows.length <= MOST_VALUES;
  const values = isFew ? rows.flat() : TYPES.map((_, index) => arrayOf(rows.map((row) => row[index] as Sent)));
  const name = `store_${isFew ? rows.length : 'many'}${unread.length > 0 ? '_new' : ''}`;
  const condition = unread.length > 0 ? areNew(values.length + 1) : '';
  const text = texts.get(name) ?? storingFrom(isFew ? fromValues(rows.length) : fromArrays(), condition);
  texts.set(name, text);
  return { name, text, values: unread.length > 0 ? [...values, arrayOf(unread)] : values };
}
