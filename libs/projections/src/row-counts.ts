import { escapeIdentifier, type PoolClient } from 'pg';
import type { AnyEvent } from '@repairline/event-store/event-store';
import type { Folded, Row } from './fold';
import type { AnyView } from './view';

// How many rows of each kind a view has, in a table beside its own that changes with it: `<table>_counts`, with the
// columns of `countedBy` and `rows`. A total is then the sum of a few numbers, however long the list is.

export async function createCounts<E extends AnyEvent>(
  tx: PoolClient,
  schema: string,
  view: AnyView<E>,
): Promise<void> {
  if (!view.countedBy) return;
  const table = `${escapeIdentifier(schema)}.${countsOf(view)}`;
  const columns = view.countedBy.map((column) => `${escapeIdentifier(column)} ${view.columns[column] ?? ''}`);
  await tx.query(`drop table if exists ${table}`);
  await tx.query(
    `create table ${table} (${columns.join(', ')}, rows integer not null, primary key (${kindColumns(view)}))`,
  );
}

/** Counts the rows as they are. */
export async function recountRows<E extends AnyEvent>(tx: PoolClient, view: AnyView<E>): Promise<void> {
  if (!view.countedBy) return;
  await tx.query(`delete from ${countsOf(view)}`);
  await tx.query(`insert into ${countsOf(view)} ${countSql(view, escapeIdentifier(view.table))}`);
}

/** How a batch changes the counts: each kind, with `rows` as the increase or decrease. */
export function countChanges<E extends AnyEvent>(
  { key, countedBy }: AnyView<E>,
  before: ReadonlyMap<string, Row>,
  { upserts, deletes }: Pick<Folded<E>, 'upserts' | 'deletes'>,
): Row[] {
  if (!countedBy) return [];
  const changes = new Map<string, Row & { rows: number }>();
  const count = (row: Row | undefined, more: number) => {
    if (!row) return;
    const kind = Object.fromEntries(countedBy.map((column) => [column, row[column] ?? null]));
    const id = JSON.stringify(kind);
    changes.set(id, { ...kind, rows: (changes.get(id)?.rows ?? 0) + more });
  };
  for (const row of upserts) {
    count(before.get(row[key] as string), -1);
    count(row, 1);
  }
  for (const id of deletes) count(before.get(id), -1);
  return [...changes.values()].filter(({ rows }) => rows !== 0);
}

/**
 * Deletes kinds that have no row left and changes the others: two parts of one statement, which both see the counts as
 * they were before.
 */
export function countsSql<E extends AnyEvent>(view: AnyView<E>, changes: string): [string, string] {
  const table = countsOf(view);
  const change = `jsonb_populate_recordset(null::${table}, ${changes}::jsonb) change`;
  const isSame = (view.countedBy ?? []).map(escapeIdentifier).map((column) => `kept.${column} = change.${column}`);
  const isEmptied = `${isSame.join(' and ')} and kept.rows + change.rows = 0`;
  return [
    `delete from ${table} kept using ${change} where ${isEmptied} and exists (select from lease)`,
    `insert into ${table} (${kindColumns(view)}, rows)
     select ${kindColumns(view)}, rows from ${change}
     where not exists (select from ${table} kept where ${isEmptied}) and exists (select from lease)
     on conflict (${kindColumns(view)}) do update set rows = ${table}.rows + excluded.rows`,
  ];
}

/** Whether the stored counts of a view in a schema match its rows. */
export async function areCountsRight<E extends AnyEvent>(
  tx: PoolClient,
  schema: string,
  view: AnyView<E>,
): Promise<boolean> {
  if (!view.countedBy) return true;
  const [table, counts] = [escapeIdentifier(view.table), countsOf(view)].map(
    (name) => `${escapeIdentifier(schema)}.${name}`,
  );
  const there = await tx.query<{ isThere: boolean }>('select to_regclass($1) is not null as "isThere"', [counts]);
  if (!there.rows[0]?.isThere) return false;
  const { rowCount } = await tx.query(
    `select from (${countSql(view, table!)}) counted
     full join ${counts} kept using (${kindColumns(view)})
     where counted.rows is distinct from kept.rows limit 1`,
  );
  return rowCount === 0;
}

/** Escaped, without a schema. */
export function countsOf<E extends AnyEvent>(view: AnyView<E>): string {
  return escapeIdentifier(`${view.table}_counts`);
}

const kindColumns = <E extends AnyEvent>({ countedBy = [] }: AnyView<E>): string =>
  countedBy.map(escapeIdentifier).join(', ');

const countSql = <E extends AnyEvent>(view: AnyView<E>, table: string): string =>
  `select ${kindColumns(view)}, count(*)::integer as rows from ${table} group by ${kindColumns(view)}`;
