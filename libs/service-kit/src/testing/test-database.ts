import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrate } from '../migrate';
import { migrationFolders } from '../migration-files';

export interface TestDatabase {
  /** The role that owns the schemas. */
  adminUrl: string;
  /** The service's own role, as the product creates it. */
  url: string;
  /** Waits up to 5 s for connections that are closing, and fails if one was left open. */
  drop(): Promise<void>;
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
  await onServer(server, `CREATE DATABASE ${name}`);
  const adminUrl = withDatabase(server, name);
  const folders = [...migrationFolders(service), ...extraFolders];
  const { serviceUrl } = await migrate({ adminUrl, service, rolePassword: ROLE_PASSWORD, folders });
  return { adminUrl, url: serviceUrl, drop: () => onServer(server, `DROP DATABASE ${name}`) };
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
