import { createRequire } from 'node:module';
import { join } from 'node:path';
import { migrateServices } from '../../migrate/migrate-services.mjs';
import { rolePasswordsFor } from '../../migrate/role-passwords.mjs';

const require = createRequire(import.meta.url);

/** Creates a database on the bench's server, with the services' schemas as their migrations make them. */
export async function createDatabase({ root, adminUrl }, name, services = []) {
  await onServer(root, adminUrl, [`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`, `CREATE DATABASE ${name}`]);
  const ownUrl = new URL(adminUrl);
  ownUrl.pathname = `/${name}`;
  const url = ownUrl.toString();
  // Derived as the product does: roles belong to the whole server, and the product may be started on it too.
  const rolePasswords = rolePasswordsFor(adminUrl, services);
  const homes = await migrateServices({ adminUrl: url, services, rolePasswords });
  return { adminUrl: url, homes: Object.fromEntries(services.map((service) => [service, homes[service].serviceUrl])) };
}

export async function dropDatabase({ root, adminUrl }, name) {
  await onServer(root, adminUrl, [`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`]);
}

/** Runs the statements in order on one connection. @returns the rows of the last */
export async function onServer(root, url, statements) {
  const { Client } = require(join(root, 'node_modules', 'pg'));
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    let rows = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}
