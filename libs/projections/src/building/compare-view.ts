import { escapeIdentifier, type PoolClient } from 'pg';
import type { AnyEvent } from '@repairline/event-store/event-store';
import { buildOn, buildViews, type Building } from './build-views';
import type { Checkpoint } from '../following/checkpoints';
import { areCountsRight } from '../row-counts';
import type { AnyView } from '../view';

/** How a live table differs from one built from the first event. Contains no values: they may be personal. */
export type Difference =
  | { kind: 'absent' }
  | { kind: 'version'; version: number }
  | { kind: 'columns' }
  | { kind: 'index'; name: string }
  | { kind: 'counts' }
  | { kind: 'unreadable'; position: number }
  | { kind: 'rows'; count: number; examples: RowDifference[] };

export interface RowDifference {
  key: string;
  how: 'missing' | 'extra' | 'different';
  /** The differing columns of a row that is `different`. */
  columns: string[];
}

export interface Compared {
  /** The live view's position, at which the two were compared. */
  position: number;
  rows: number;
  differences: Difference[];
}

const EXAMPLES = 5;

/**
 * Builds the view from the first event and compares it row by row with the live one, both at the position of the live
 * view, which goes on meanwhile. `site` is a scratch site.
 */
export async function compareView<E extends AnyEvent>(building: Building<E>): Promise<Compared> {
  const { site, view } = building;
  const live = await site.transact((tx) => readCheckpoint(tx, view));
  if (!live) return { position: 0, rows: 0, differences: [{ kind: 'absent' }] };
  if (live.version !== view.version) {
    return { position: live.position, rows: 0, differences: [{ kind: 'version', version: live.version }] };
  }
  const [built] = await buildViews([building], live.position);
  return site.inSnapshot((tx) => compareOn(tx, building, built!));
}

/** In one snapshot the live checkpoint and rows belong together, even as the view goes on. */
async function compareOn<E extends AnyEvent>(
  tx: PoolClient,
  building: Building<E>,
  from: Checkpoint,
): Promise<Compared> {
  const { view, service } = building;
  const target = (await readCheckpoint(tx, view))?.position ?? from.position;
  const built = await buildOn(building, from, target, (work) => work(tx));
  const differences: Difference[] = [];
  if (built.state === 'stopped') differences.push({ kind: 'unreadable', position: built.position + 1 });
  const { rows, differences: found } = await compareTables(tx, service, view);
  return { position: target, rows, differences: [...differences, ...found] };
}

/** Compares the live table with the one in the scratch site, as the transaction sees both. */
export async function compareTables<E extends AnyEvent>(
  tx: PoolClient,
  service: string,
  view: AnyView<E>,
): Promise<Pick<Compared, 'rows' | 'differences'>> {
  const differences: Difference[] = [];
  const columns = await columnsOf(tx, service, view.table);
  if (columns === null) return { rows: 0, differences: [{ kind: 'absent' }] };
  if (!Object.keys(view.columns).every((column) => columns.includes(column))) differences.push({ kind: 'columns' });
  else differences.push(...(await rowDifferences(tx, service, view)), ...(await countDifferences(tx, service, view)));
  differences.push(...(await missingIndexes(tx, service, view)));
  return { rows: await countRows(tx, service, view), differences };
}

async function readCheckpoint<E extends AnyEvent>(tx: PoolClient, { name }: AnyView<E>) {
  const { rows } = await tx.query<Pick<Checkpoint, 'version' | 'position'>>(
    'select version, position from view_checkpoints where view = $1',
    [name],
  );
  return rows[0];
}

async function rowDifferences<E extends AnyEvent>(
  tx: PoolClient,
  service: string,
  view: AnyView<E>,
): Promise<Difference[]> {
  const columns = Object.keys(view.columns);
  const [table, key] = [view.table, view.key].map(escapeIdentifier);
  const all = (alias: string) => columns.map((column) => `${alias}.${escapeIdentifier(column)}`);
  const changed = columns.map((column, index) => {
    return `case when ${all('live')[index]} is distinct from ${all('built')[index]} then '${column}' end`;
  });
  const { rows } = await tx.query<RowDifference & { total: number }>(
    `select coalesce(live.${key}, built.${key})::text as key, count(*) over () as total,
       case when live.${key} is null then 'missing' when built.${key} is null then 'extra' else 'different' end as how,
       array_remove(array[${changed.join(', ')}]::text[], null) as columns
     from ${escapeIdentifier(service)}.${table} live full join pg_temp.${table} built on live.${key} = built.${key}
     where (${all('live').join(', ')}) is distinct from (${all('built').join(', ')})
     order by 1 limit ${EXAMPLES}`,
  );
  if (rows.length === 0) return [];
  const examples = rows.map(({ key: id, how, columns: which }) => {
    return { key: id, how, columns: how === 'different' ? which : [] };
  });
  return [{ kind: 'rows', count: rows[0]?.total ?? 0, examples }];
}

async function countDifferences<E extends AnyEvent>(
  tx: PoolClient,
  service: string,
  view: AnyView<E>,
): Promise<Difference[]> {
  return (await areCountsRight(tx, service, view)) ? [] : [{ kind: 'counts' }];
}

async function countRows<E extends AnyEvent>(tx: PoolClient, service: string, { table }: AnyView<E>): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*) as count from ${escapeIdentifier(service)}.${escapeIdentifier(table)}`,
  );
  return rows[0]?.count ?? 0;
}

/** Null if there is no such table. */
async function columnsOf(tx: PoolClient, schema: string, table: string): Promise<string[] | null> {
  const { rows } = await tx.query<{ column_name: string }>(
    'select column_name from information_schema.columns where table_schema = $1 and table_name = $2',
    [schema, table],
  );
  return rows.length === 0 ? null : rows.map(({ column_name }) => column_name);
}

async function missingIndexes<E extends AnyEvent>(
  tx: PoolClient,
  schema: string,
  { table, indexes }: AnyView<E>,
): Promise<Difference[]> {
  const { rows } = await tx.query<{ indexname: string }>(
    'select indexname from pg_indexes where schemaname = $1 and tablename = $2',
    [schema, table],
  );
  const present = new Set(rows.map(({ indexname }) => indexname));
  const wanted = indexes.flatMap((statement) => /^create (?:unique )?index (\w+)/u.exec(statement)?.[1] ?? []);
  return wanted.filter((name) => !present.has(name)).map((name) => ({ kind: 'index', name }));
}
