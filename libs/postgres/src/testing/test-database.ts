import { createHash, randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrate } from '../migrate/migrate';
import { migrationFiles, migrationFolders } from '../migrate/migration-files';

export interface TestDatabase {
  /** The role that owns the schemas. */
  adminUrl: string;
  /** The service's own role, as the product creates it. */
  url: string;
  /** Waits up to 5 s for connections that are closing, and fails if one was left open. */
  drop(): Promise<unknown>;
}

/** The server is discarded after the tests; databases of parallel test files share its roles. */
const ROLE_PASSWORD = 'only-for-tests';

/**
 * A fresh database on TEST_DATABASE_URL with the service's schema as its migrations create it.
 * @param extraFolders further folders of `.sql` files, applied last
 */
export async function createTestDatabase(service: string, extraFolders: string[] = []): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('TEST_DATABASE_URL is not set: run these tests with `npm run test:int`');
  const name = `test_${service}_${randomBytes(6).toString('hex')}`;
  const folders = [...migrationFolders(service), ...extraFolders];
  const template = await templateOf(server, service, folders);
  await onServer(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  const adminUrl = withDatabase(server, name);
  // All files are there already; what belongs to the server and not to the database is added.
  const { serviceUrl } = await migrate({ adminUrl, service, rolePassword: ROLE_PASSWORD, folders });
  return { adminUrl, url: serviceUrl, drop: () => onServer(server, (client) => client.query(`DROP DATABASE ${name}`)) };
}

const TEMPLATE_LOCK = 7_203_514_902;

/** A database with these migrations, from which others are copied: the first test file that needs it makes it. */
function templateOf(server: string, service: string, folders: string[]): Promise<string> {
  return onServer(server, async (client) => {
    const files = JSON.stringify(await migrationFiles(folders));
    const name = `template_${service}_${createHash('sha256').update(files).digest('hex').slice(0, 12)}`;
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount) return name;
    const draft = `draft_${name}`;
    await client.query(`DROP DATABASE IF EXISTS ${draft}`);
    await client.query(`CREATE DATABASE ${draft}`);
    await migrate({ adminUrl: withDatabase(server, draft), service, rolePassword: ROLE_PASSWORD, folders });
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
    return name;
  });
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}

async function onServer<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
