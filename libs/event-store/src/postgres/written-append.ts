import type { PreparedAppend } from '../prepare-append';
import type { StoringStatement } from './store-rows';

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

const NAMES = Object.keys(SENT).join();
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

/** Session variable: where this connection's last batch ended. Set back if that batch was undone. */
const HEAD = 'repairline.head';

const remembered = (position: string) => `set_config('${HEAD}', (${position})::text, false)::bigint`;

/**
 * Stores rows at the end of the log, in one plain statement that never waits: while another process's append is under
 * way it stores nothing. Positions stay without gaps: they follow a position that was the log's last, as looked up or as
 * remembered. If others have appended since, the primary key refuses the rows.
 */
const storingFrom = (given: string, position: string, condition: string) =>
  `INSERT INTO events (position,${NAMES},recorded_at) SELECT ${position},${NAMES},clock_timestamp() FROM ${given} ` +
  `WHERE (SELECT pg_try_advisory_xact_lock(hashtext('append_events'),hashtext(current_schema()))) ${condition}`;

/** Twice in a statement, it would be looked up twice. */
const FOUND = remembered('coalesce((SELECT max(position) FROM events), 0) + place');

const following = (before: string, size: string) =>
  `CASE place WHEN ${size} THEN ${remembered(`${before} + place`)} ELSE ${before} + place END`;

const isHead = (position: string) => `AND current_setting('${HEAD}', true) = (${position})::text`;

const areNew = (streams: string) =>
  `AND NOT EXISTS (SELECT FROM events WHERE stream = ANY(${streams}) AND stream_version = 1)`;

/** Up to this many rows, each number of rows has its own statement, which costs both sides less than arrays. */
const MOST_VALUES = 32;

const parameter = (index: number, type: string | false) => `$${index + 1}${type ? `::${type}` : ''}`;

/** The rows as a table with their place in it, which begins at 1. */
interface Given {
  given: string;
  size: string;
}

/** Only the first row names the types: the database copies and measures the whole text with every execution. */
function fromValues(count: number): Given {
  const rows = Array.from({ length: count }, (_, row) => {
    const fields = TYPES.map((type, column) => parameter(row * TYPES.length + column, row === 0 && type));
    return `(${row + 1},${fields.join()})`;
  });
  return { given: `(VALUES ${rows.join()}) given (place,${NAMES})`, size: String(count) };
}

function fromArrays(): Given {
  const columns = TYPES.map((type, index) => parameter(index, `${type}[]`));
  const given = `unnest(${columns.join()}) WITH ORDINALITY AS given (${NAMES},place)`;
  return { given, size: `cardinality(${columns[0]})` };
}

const texts = new Map<string, string>();

const arrayOf = (items: readonly Sent[]) =>
  `{${items.map((item) => (item === null ? 'NULL' : `"${item.replace(/["\\]/g, '\\$&')}"`)).join()}}`;

export interface Assumptions {
  /** Streams expected to be new; if any of them exists, nothing is stored. */
  unread: readonly string[];
  /**
   * The position at which this connection's last batch has ended or will end; if it ends elsewhere, nothing is stored.
   * Looked up if undefined: then the positions are returned.
   */
  before: number | undefined;
}

/** The statement that stores rows as `rowsAfter` returns them. */
export function storing(rows: Sent[][], { unread, before }: Assumptions): StoringStatement {
  const isFew = rows.length <= MOST_VALUES;
  const values = isFew ? rows.flat() : TYPES.map((_, index) => arrayOf(rows.map((row) => row[index] as Sent)));
  const add = (type: string, value: string) => parameter(values.push(value) - 1, type);
  const head = before !== undefined && add('bigint', String(before));
  const streams = unread.length > 0 && add('text[]', arrayOf(unread));
  const name = `store_${isFew ? rows.length : 'many'}${head ? '_next' : ''}${streams ? '_new' : ''}`;
  let text = texts.get(name);
  if (text === undefined) {
    const { given, size } = isFew ? fromValues(rows.length) : fromArrays();
    const condition = `${head ? isHead(head) : ''} ${streams ? areNew(streams) : ''}`;
    text = storingFrom(given, head ? following(head, size) : FOUND, condition) + (head ? '' : ' RETURNING position');
    texts.set(name, text);
  }
  return { name, text, values };
}
