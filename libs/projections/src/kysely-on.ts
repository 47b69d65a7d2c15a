import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';

/** Typed queries over a service's tables. Closing stays with whoever made the pool. */
export function kyselyOn<Tables>(pool: Pool): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
