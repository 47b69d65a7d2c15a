import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import type { Logger } from '@repairline/service-kit/logger';
import { migrationFiles, migrationFolders } from './migration-files';

const LOOK_AGAIN_MS = 1_000;
/** SQLSTATE undefined_table and insufficient_privilege: the list of migrations is only just being made. */
const NOT_READABLE = new Set(['42P01', '42501']);

/**
 * Resolves once the database has all migrations of this version: on a cluster they run beside the services, and serving
 * without them would fail. Additional ones, as after an upgrade, do no harm.
 */
export async function untilMigrated(databaseUrl: string, service: string, logger: Logger): Promise<void> {
  for (let isTold = false; ; isTold = true) {
    const missing = await missingMigrations(databaseUrl, service);
    if (missing.length === 0) return;
    if (!isTold) logger.warn({ missing }, 'waiting for migrations');
    await delay(LOOK_AGAIN_MS);
  }
}

/** As `source/name`. */
async function missingMigrations(databaseUrl: string, service: string): Promise<string[]> {
  const wanted = await migrationFiles(migrationFolders(service));
  const applied = await appliedMigrations(databaseUrl);
  return wanted.map(({ source, name }) => `${source}/${name}`).filter((file) => !applied.has(file));
}

async function appliedMigrations(connectionString: string): Promise<ReadonlySet<string>> {
  const client = new Client({ connectionString, application_name: 'until migrated' });
  await client.connect();
  try {
    const text = `SELECT source || '/' || name AS file FROM schema_migrations`;
    const { rows } = await client.query<{ file: string }>(text);
    return new Set(rows.map(({ file }) => file));
  } catch (error) {
    if (error instanceof DatabaseError && NOT_READABLE.has(error.code ?? '')) return new Set();
    throw error;
  } finally {
    await client.end();
  }
}
