import type { QueryArrayConfig } from 'pg';
import type { PreparedAppend } from '../prepare-append';

/** What is sent of an event, in the order in which it is sent. The database adds its position and when it was recorded. */
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

type Sent = string | number | null;

export interface WrittenAppend {
  prepared: PreparedAppend;
  /** One an event, but for the version. */
  rows: Sent[][];
  /** Roughly its size as it is sent, in characters. */
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
    return [stream, id, type, version, text, occurredAt.toISOString(), actor, correlationId, commandId, batchId];
  });
  return { prepared, rows, weight };
}

/** @param version of its stream before it */
export function rowsAfter({ rows }: WrittenAppend, version: number): Sent[][] {
  return rows.map((row, index) => [version + index + 1, ...row]);
}

/**
 * Stores rows at the end of the log and answers their positions, in one plain statement that waits for nobody: where another
 * process's append is under way it stores nothing. Positions stay without gaps: whoever did not see the newest takes one
 * that the primary key refuses.
 */
const storingFrom = (given: string) => `
INSERT INTO events (position, ${NAMES}, recorded_at)
SELECT coalesce((SELECT max(position) FROM events), 0) + place, ${NAMES}, clock_timestamp()
FROM ${given}
WHERE (SELECT pg_try_advisory_xact_lock(hashtext('append_events'), hashtext(current_schema())))
RETURNING position`;

/** Of so many rows each number has a statement of its own, which the database works less on and takes to memory once. */
const MOST_VALUES = 32;

const STORE_MANY = storingFrom(
  `unnest(${TYPES.map((type, index) => `$${index + 1}::${type}[]`).join(', ')}) WITH ORDINALITY AS given (${NAMES}, place)`,
);

const storeFew = new Map<number, string>();

function textOf(count: number): string {
  const known = storeFew.get(count);
  if (known !== undefined) return known;
  const values = Array.from({ length: count }, (_, row) => {
    const fields = TYPES.map((type, index) => `$${row * TYPES.length + index + 1}::${type}`);
    return `(${row + 1}, ${fields.join(', ')})`;
  });
  const text = storingFrom(`(VALUES ${values.join(', ')}) given (place, ${NAMES})`);
  storeFew.set(count, text);
  return text;
}

/** The statement that stores rows as `rowsAfter` gives them, each answered by its position. */
export function storing(rows: Sent[][]): QueryArrayConfig {
  const rowMode = 'array';
  const count = rows.length;
  if (count <= MOST_VALUES) return { name: `store_${count}`, text: textOf(count), values: rows.flat(), rowMode };
  const columns = TYPES.map((_, index) => rows.map((row) => row[index]));
  return { name: 'store_many', text: STORE_MANY, values: columns, rowMode };
}
