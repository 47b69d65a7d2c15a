import { Client, escapeIdentifier } from 'pg';
import { migrationFiles } from './migration-files';
import { prepareHome, type ServiceHome } from './migration-home';

export interface MigrationRequest {
  /** Connection of the role that owns the schemas. */
  adminUrl: string;
  service: string;
  rolePassword: string;
  /** Folders of numbered `.sql` files, applied in this order; absent ones are skipped. */
  folders: string[];
  /** What the service may write into its log, as `RepairLogged version 1`; recorded, so that an older version refuses. */
  events?: readonly string[];
}

export interface MigrationResult {
  /** `source/name` of the files applied by this call. */
  applied: string[];
  /** Connection of the service's own role. */
  serviceUrl: string;
}

const MIGRATION_LOCK = 7_203_514_901;
/** The source under which the list of migrations has the events. */
const EVENTS = 'events';

/**
 * Brings one service's schema up to date. Several processes may run it at once: one does the work, the others wait for
 * it. A file that fails is rolled back and ends the call.
 * @throws if a newer version has applied files that the folders do not have, or may have written events not in `events`
 * @throws {MissingRightsError} with the SQL for a privileged role, if adminUrl's role may not create what is missing
 */
export async function migrate(request: MigrationRequest): Promise<MigrationResult> {
  const role = `repairline_${request.service}`;
  const client = new Client({ connectionString: request.adminUrl, application_name: `migrate-${request.service}` });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const home: ServiceHome = { ...request, role, schema: request.service, rebuild: `${request.service}_rebuild` };
    const serviceUrl = await prepareHome(client, home);
    const applied = await applyMissing(client, home, request);
    return { applied, serviceUrl };
  } finally {
    await client.end();
  }
}

async function applyMissing(client: Client, home: ServiceHome, { folders, events = [] }: MigrationRequest) {
  const { schema } = home;
  await client.query(`SET search_path = "${schema}", public`);
  const history = await client.query<{ known: boolean }>('SELECT to_regclass($1) IS NOT NULL AS known', [
    `"${schema}".schema_migrations`,
  ]);
  if (!history.rows[0]?.known) {
    await client.query(`CREATE TABLE "${schema}".schema_migrations (
      source text NOT NULL, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (source, name))`);
  }
  // The service reads this list until its own migrations are in it.
  await client.query(`GRANT SELECT ON "${schema}".schema_migrations TO ${escapeIdentifier(home.role)}`);
  const rows = await client.query<{ file: string }>(
    `SELECT source || '/' || name AS file FROM "${schema}".schema_migrations`,
  );
  const done = new Set(rows.rows.map((row) => row.file));
  const files = await migrationFiles(folders);
  const written = events.map((name) => ({ source: EVENTS, name }));
  refuseNewer(home.service, done, [...files, ...written]);
  const applied: string[] = [];
  for (const file of files) {
    if (done.has(`${file.source}/${file.name}`)) continue;
    await applyFile(client, home, file);
    applied.push(`${file.source}/${file.name}`);
  }
  // Last: where a migration has failed, nothing has been written, and the older version may go on.
  for (const event of written) await record(client, home, event);
  return applied;
}

/** An older version does not know what a newer one has changed, and would work as if nothing had. */
function refuseNewer(service: string, done: Set<string>, files: { source: string; name: string }[]): void {
  const known = new Set(files.map(({ source, name }) => `${source}/${name}`));
  const sources = new Set(files.map(({ source }) => source));
  const unknown = [...done].find((file) => sources.has(file.split('/')[0] ?? '') && !known.has(file));
  if (unknown === undefined) return;
  throw new Error(
    `A newer version has run on this data: ${unknown} of ${service} is not known here. Put the newer version back, or restore a backup that this one took.`,
  );
}

async function record(client: Client, { schema }: ServiceHome, { source, name }: { source: string; name: string }) {
  const row = `INSERT INTO "${schema}".schema_migrations (source, name) VALUES ($1, $2) ON CONFLICT DO NOTHING`;
  await client.query(row, [source, name]);
}

async function applyFile(client: Client, home: ServiceHome, file: { source: string; name: string; sql: string }) {
  try {
    await client.query('BEGIN');
    await client.query(file.sql.replaceAll('${role}', home.role));
    await record(client, home, file);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Migration ${file.source}/${file.name} of ${home.service} failed: ${reason}`, { cause: error });
  }
}
