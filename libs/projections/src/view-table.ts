import { escapeIdentifier, type Pool, type PoolClient } from 'pg';
import type { AnyEvent } from '@repairline/event-store/event-store';
import type { Row } from './fold';
import { countsOf, createCounts } from './row-counts';
import type { AnyView } from './view';

// Rows are read and written without naming a schema: the transaction's search_path decides between the live table and
// the one being built.

/**
 * Creates the table, replacing one left there. The schema is named here, because by search_path the table to drop could
 * be the live one.
 */
export async function createTable<E extends AnyEvent>(tx: PoolClient, schema: string, view: AnyView<E>): Promise<void> {
  const table = `${escapeIdentifier(schema)}.${escapeIdentifier(view.table)}`;
  const columns = Object.entries(view.columns).map(([name, type]) => {
    const constraint = name === view.key ? ' primary key' : '';
    return `${escapeIdentifier(name)} ${type}${constraint}`;
  });
  await tx.query(`drop table if exists ${table}`);
  await tx.query(`create table ${table} (${columns.join(', ')})`);
  await createCounts(tx, schema, view);
}

/** Readers see either the previous tables or the ones built beside them. */
export async function replaceTables<E extends AnyEvent>(
  tx: PoolClient,
  view: AnyView<E>,
  schemas: { live: string; beside: string },
): Promise<void> {
  const [live, beside] = [schemas.live, schemas.beside].map(escapeIdentifier);
  for (const table of [escapeIdentifier(view.table), ...(view.countedBy ? [countsOf(view)] : [])]) {
    await tx.query(`drop table if exists ${live}.${table}`);
    await tx.query(`alter table ${beside}.${table} set schema ${live}`);
  }
}

export async function createIndexes<E extends AnyEvent>(tx: PoolClient, view: AnyView<E>): Promise<void> {
  for (const index of view.indexes) await tx.query(index);
}

/** The rows of the given keys, by key; keys without a row are missing. */
export async function loadRows<E extends AnyEvent>(
  db: Pool | PoolClient,
  view: AnyView<E>,
  keys: readonly string[],
): Promise<Map<string, Row>> {
  if (keys.length === 0) return new Map();
  // By a subquery, as in `isOneOf`, so that the plan is kept.
  const { rows } = await db.query<Row>({
    name: `load ${view.table} ${String(view.version)}`,
    text: `select ${columnList(view)} from ${escapeIdentifier(view.table)}
           where ${escapeIdentifier(view.key)} = any((select $1::text[])::${keyType(view)}[])`,
    values: [keys],
  });
  return new Map(rows.map((row) => [row[view.key] as string, row]));
}

/** Any number of rows travel as one JSON document. A part of the statement of `writeChanges`, as all that names `lease`. */
export function upsertSql<E extends AnyEvent>(view: AnyView<E>, rows: string): string {
  const table = escapeIdentifier(view.table);
  const others = Object.keys(view.columns).filter((column) => column !== view.key);
  const changes = others.map((column) => `${escapeIdentifier(column)} = excluded.${escapeIdentifier(column)}`);
  const onConflict = changes.length > 0 ? `do update set ${changes.join(', ')}` : 'do nothing';
  return `insert into ${table} (${columnList(view)})
    select ${columnList(view)} from jsonb_populate_recordset(null::${table}, ${rows}::jsonb)
    where exists (select from lease)
    on conflict (${escapeIdentifier(view.key)}) ${onConflict}`;
}

export function deleteSql<E extends AnyEvent>(view: AnyView<E>, keys: string): string {
  const isNamed = `${escapeIdentifier(view.key)} = any(${keys}::text[]::${keyType(view)}[])`;
  return `delete from ${escapeIdentifier(view.table)} where ${isNamed} and exists (select from lease)`;
}

function columnList<E extends AnyEvent>(view: AnyView<E>): string {
  return Object.keys(view.columns).map(escapeIdentifier).join(', ');
}

/** The type alone, without constraints: `uuid` of `uuid not null`. */
function keyType<E extends AnyEvent>(view: AnyView<E>): string {
  return (view.columns[view.key] ?? 'text').split(' ')[0] ?? 'text';
}
