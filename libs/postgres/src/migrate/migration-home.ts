import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { Client, DatabaseError, escapeIdentifier, escapeLiteral } from 'pg';
import { serviceAddress } from './service-address';

/** The role, schema and rebuild schema of one service. */
export interface ServiceHome {
  adminUrl: string;
  service: string;
  role: string;
  rolePassword: string;
  schema: string;
  rebuild: string;
}

/** The admin role may not create what is missing; `sql` is for a role that may. */
export class MissingRightsError extends Error {
  override name = 'MissingRightsError';
  constructor(
    readonly owner: string,
    readonly service: string,
    readonly sql: string[],
    options: ErrorOptions,
  ) {
    super(
      `The database role ${owner} may not prepare the home of ${service}. Run this SQL as a privileged role:\n${sql.join('\n')}`,
      options,
    );
  }
}

/**
 * Creates what is missing of the service's home and returns the service's own connection string.
 * @throws {MissingRightsError} if the admin role may not create it
 * @throws {ConfigurationError} if its address leaves no place for the service's sign-in
 */
export async function prepareHome(admin: Client, home: ServiceHome): Promise<string> {
  const serviceUrl = serviceAddress(home.adminUrl, home.role, home.rolePassword);
  try {
    if (!(await roleExists(admin, home.role))) await createRole(admin, home);
    if (!(await hasTrigrams(admin))) await admin.query('CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public');
    for (const schema of [home.schema, home.rebuild]) await ensureSchema(admin, schema, home.role);
    await ensureSignIn(admin, home, serviceUrl);
  } catch (error) {
    throw isMissingRight(error) ? await missingRights(admin, home, error) : error;
  }
  return serviceUrl;
}

async function roleExists(admin: Client, role: string): Promise<boolean> {
  return (await admin.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role])).rowCount === 1;
}

async function createRole(admin: Client, home: ServiceHome): Promise<void> {
  try {
    await admin.query(`CREATE ROLE ${escapeIdentifier(home.role)} LOGIN PASSWORD ${escapeLiteral(home.rolePassword)}`);
  } catch (error) {
    // Roles belong to the whole cluster: a migration of another database may have created it meanwhile.
    const made = error instanceof DatabaseError && (error.code === '42710' || error.code === '23505');
    if (!made) throw error;
  }
}

async function hasTrigrams(admin: Client): Promise<boolean> {
  return (await admin.query("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'")).rowCount === 1;
}

async function ensureSchema(admin: Client, schema: string, role: string): Promise<void> {
  const found = await admin.query<{ ready: boolean }>(
    `SELECT has_schema_privilege($2, oid, 'USAGE, CREATE') AND has_schema_privilege(oid, 'USAGE, CREATE') AS ready
     FROM pg_namespace WHERE nspname = $1`,
    [schema, role],
  );
  if (found.rows[0]?.ready) return;
  const [name, grantee] = [escapeIdentifier(schema), escapeIdentifier(role)];
  if (found.rowCount === 0) await admin.query(`CREATE SCHEMA ${name}`);
  await admin.query(`REVOKE ALL ON SCHEMA ${name} FROM PUBLIC`);
  await admin.query(`GRANT USAGE, CREATE ON SCHEMA ${name} TO ${grantee}`);
}

/** Uses the service's own role, which may change its own settings even if the admin role may not alter it. */
async function ensureSignIn(admin: Client, home: ServiceHome, serviceUrl: string): Promise<void> {
  const searchPath = `${escapeIdentifier(home.schema)}, public`;
  const setSearchPath = (client: Client) =>
    client.query(
      `ALTER ROLE CURRENT_USER IN DATABASE ${escapeIdentifier(client.database ?? '')} SET search_path = ${searchPath}`,
    );
  try {
    await withClient(serviceUrl, setSearchPath);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== '28P01') throw error;
    await admin.query(`ALTER ROLE ${escapeIdentifier(home.role)} LOGIN PASSWORD ${escapeLiteral(home.rolePassword)}`);
    await withClient(serviceUrl, setSearchPath);
  }
}

async function withClient(connectionString: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/**
 * A password in the form that PostgreSQL stores and accepts in its place (RFC 5803): the SQL ends up in logs, and
 * nobody can sign in with this form.
 */
function scramVerifier(password: string): string {
  const [salt, iterations] = [randomBytes(16), 4096];
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, iterations, 32, 'sha256');
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${hmac('Server Key').toString('base64')}`;
}

function isMissingRight(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '42501';
}

async function missingRights(admin: Client, home: ServiceHome, cause: unknown): Promise<MissingRightsError> {
  const owner = escapeIdentifier((await admin.query<{ me: string }>('SELECT current_user AS me')).rows[0]?.me ?? '');
  const role = escapeIdentifier(home.role);
  const verb = (await roleExists(admin, home.role)) ? 'ALTER' : 'CREATE';
  const sql = [
    `${verb} ROLE ${role} LOGIN PASSWORD ${escapeLiteral(scramVerifier(home.rolePassword))};`,
    'CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;',
    ...[home.schema, home.rebuild]
      .map(escapeIdentifier)
      .flatMap((schema) => [
        `CREATE SCHEMA IF NOT EXISTS ${schema};`,
        `ALTER SCHEMA ${schema} OWNER TO ${owner};`,
        `REVOKE ALL ON SCHEMA ${schema} FROM PUBLIC;`,
        `GRANT USAGE, CREATE ON SCHEMA ${schema} TO ${role};`,
      ]),
  ];
  return new MissingRightsError(owner, home.service, sql, { cause });
}
