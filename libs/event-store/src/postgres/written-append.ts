import type { PreparedAppend } from '../prepare-append';
import type { Guess } from './known-head';
import type { StoringStatement } from './store-rows';

/** What is sent of an event, in this order. The database adds the position and the time of recording. */
const SENT = {
  stream_version: 'integer',
  stream: 'text',
  id: 'uuid',
  type: 'text',
  version: 'smallint',
  data: 'jsonb',
  /** Milliseconds since 1970: the database reads a number in less time than a date. */
  occurred_at: 'float8',
  actor: 'jsonb',
  correlation_id: 'text',
  causation_id: 'uuid',
  batch_id: 'uuid',
} as const;

const COLUMNS = Object.keys(SENT);
const TYPES = Object.values(SENT);

const INSERT = `INSERT INTO events (${COLUMNS.join()},recorded_at,position)`;

/** @param sent of each column, what stands for the value that was sent */
function storedColumns(sent: readonly string[]): string {
  const stored = COLUMNS.map((column, index) =>
    column === 'occurred_at' ? `timestamptz 'epoch' + interval '1 ms' * ${sent[index]}` : sent[index],
  );
  return `${stored.join()},clock_timestamp()`;
}

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
      String(occurredAt.getTime()),
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

/** Held until the batch is stored, by whoever appends. Never waited for: whoever finds it taken was not the first. */
const LOCK = `pg_try_advisory_xact_lock(hashtext('append_events'),hashtext(current_schema()))`;

/** Session variable: where this connection's last batch ended. Set back if that batch was undone. */
const HEAD = 'repairline.head';

const parameter = (index: number, type: string | false) => `$${index + 1}${type ? `::${type}` : ''}`;

const texts = new Map<string, string>();

/** Statements of one name always have the same text. */
function statement(name: string, values: Sent[], write: () => string): StoringStatement {
  let text = texts.get(name);
  if (text === undefined) texts.set(name, (text = write()));
  return { name, text, values };
}

/** Up to this many rows, each number of rows has its own statement, which costs both sides less than arrays. */
export const MOST_VALUES = 32;

/**
 * The statement that stores rows, as `rowsAfter` returns them, after a position that is not 0. If the log does not end
 * there or another process's append is under way, the primary key refuses a row. Returns nothing.
 *
 * If the batch before is still under way, the connection tells whether it was stored. Otherwise a position would be free
 * that this batch leaves out.
 */
export function storingAfter({ position, isStored }: Guess, rows: readonly Sent[][]): StoringStatement {
  const count = rows.length;
  const name = `store_${count}_after_${isStored ? 'stored' : 'sent'}`;
  return statement(name, [...rows.flat(), String(position)], () => {
    const after = parameter(count * TYPES.length, 'bigint');
    const isKnownTo = `current_setting('${HEAD}',true)=(${after})::text`;
    const mark = `set_config('${HEAD}',(${after}+${count})::text,false) IS NOT NULL`;
    const isNext = isStored ? LOCK : `${isKnownTo} AND ${LOCK} AND ${mark}`;
    // The log's first position is always taken.
    const placed = (row: number) =>
      row === 0 ? `CASE WHEN ${isNext} THEN ${after}+1 ELSE 1 END` : `${after}+${row + 1}`;
    const sent = (row: number) => TYPES.map((_, column) => parameter(row * TYPES.length + column, false));
    const values = rows.map((_, row) => `(${storedColumns(sent(row))},${placed(row)})`);
    return `${INSERT} VALUES ${values.join()}`;
  });
}

/**
 * The statement that stores rows, as `rowsAfter` returns them, where the log ends, which it looks up. Stores nothing
 * while another process's append is under way; if one has succeeded since, the primary key refuses the rows. Returns
 * the positions.
 * @param unread streams that are expected to be new; if any of them exists, nothing is stored
 */
export function storingAtEnd(rows: readonly Sent[][], unread: readonly string[]): StoringStatement {
  const isFew = rows.length <= MOST_VALUES;
  const values = isFew ? rows.flat() : TYPES.map((_, column) => arrayOf(rows.map((row) => row[column] as Sent)));
  const given = isFew ? fromValues(rows.length) : FROM_ARRAYS;
  const streams = unread.length > 0 && parameter(values.push(arrayOf(unread)) - 1, 'text[]');
  const areNew = streams
    ? `AND NOT EXISTS (SELECT FROM events WHERE stream = ANY(${streams}) AND stream_version = 1)`
    : '';
  return statement(`store_${isFew ? rows.length : 'many'}${streams ? '_new' : ''}`, values, () => {
    const position = 'coalesce((SELECT max(position) FROM events), 0) + place';
    const marked = `set_config('${HEAD}',(${position})::text,false)::bigint`;
    return (
      `${INSERT} SELECT ${storedColumns(COLUMNS)},${marked} FROM ${given} ` +
      `WHERE (SELECT ${LOCK}) ${areNew} RETURNING position`
    );
  });
}

/** The rows as a table with their place in it, which begins at 1. Only the first row names the types. */
function fromValues(count: number): string {
  const rows = Array.from({ length: count }, (_, row) => {
    const fields = TYPES.map((type, column) => parameter(row * TYPES.length + column, row === 0 && type));
    return `(${row + 1},${fields.join()})`;
  });
  return `(VALUES ${rows.join()}) given (place,${COLUMNS.join()})`;
}

const FROM_ARRAYS =
  `unnest(${TYPES.map((type, index) => parameter(index, `${type}[]`)).join()}) ` +
  `WITH ORDINALITY AS given (${COLUMNS.join()},place)`;

const arrayOf = (items: readonly Sent[]) =>
  `{${items.map((item) => (item === null ? 'NULL' : `"${item.replace(/["\\]/g, '\\$&')}"`)).join()}}`;
