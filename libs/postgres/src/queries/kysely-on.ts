import { createHash } from 'node:crypto';
import {
  Kysely,
  PostgresDialect,
  sql,
  type PostgresPool,
  type PostgresPoolClient,
  type RawBuilder,
  type SqlBool,
} from 'kysely';
import type { Pool } from 'pg';

const planned = new WeakMap<object, unknown>();

/** Typed queries over a service's tables. Whoever created the pool closes it. */
export function kyselyOn<Tables>(pool: Pool): Kysely<Tables> {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  planned.set(db, new Kysely<Tables>({ dialect: new PostgresDialect({ pool: planningOnce(pool) }) }));
  return db;
}

/**
 * The same tables, for statements that one plan fits whatever the parameters: those that find rows by key or scan a
 * small table. Each connection parses and plans such a statement only once, which takes longer than finding the row.
 * They name their columns, because the plan outlives the addition of columns to the table. Not for lists: the plan for
 * a school with 83,000 devices is not the one for a school with three.
 */
export function plannedOnce<Tables>(db: Kysely<Tables>): Kysely<Tables> {
  return (planned.get(db) ?? db) as Kysely<Tables>;
}

/**
 * The same statement for one key and for many. `type` is the column's. The keys come from a subquery because PostgreSQL
 * assumes ten elements for `any($1)` in a generic plan and so finds it cheaper to plan again, every time, for the one
 * there is.
 */
export function isOneOf(column: string, keys: readonly string[], type: 'text' | 'uuid'): RawBuilder<SqlBool> {
  return sql`${sql.ref(column)} = any((select ${[...keys]}::text[])::${sql.raw(type)}[])`;
}

function planningOnce(pool: Pool): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    const name = names.get(text) ?? statementName('planned once', text);
    names.set(text, name);
    return name;
  };
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const query = (text: string, values: readonly unknown[]) =>
        client.query({ name: nameOf(text), text, values: [...values] });
      return {
        query: query as unknown as PostgresPoolClient['query'],
        release: (destroy?: boolean) => client.release(destroy),
      };
    },
  };
}

/**
 * The name under which a connection keeps a statement's plan. PostgreSQL uses only 63 bytes of a name, so the
 * statement's text will not do.
 */
export function statementName(kind: string, text: string): string {
  return `${kind} ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}
