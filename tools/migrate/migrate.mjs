import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { productServices } from '../start/services.mjs';
import { migrateServices } from './migrate-services.mjs';

/**
 * Migrates every service of an existing database. DATABASE_URL is the role that owns the schemas; the services'
 * passwords come from <SERVICE>_DATABASE_PASSWORD or, for those not set, from DATA_DIR/secrets.json.
 */
async function main(root, env) {
  if (!env.DATABASE_URL) throw new Error('DATABASE_URL is needed: the connection of the role that owns the schemas');
  const services = productServices(root)
    .filter(({ hasDatabase }) => hasDatabase)
    .map(({ name }) => name);
  const kept = keptPasswords(resolve(root, env.DATA_DIR ?? '.data'));
  const rolePasswords = Object.fromEntries(
    services.map((name) => [name, env[`${name.toUpperCase()}_DATABASE_PASSWORD`] ?? kept[name] ?? missing(name)]),
  );
  const results = await migrateServices({ root, adminUrl: env.DATABASE_URL, services, rolePasswords });
  for (const [name, { applied }] of Object.entries(results))
    console.log(`${name}: ${applied.length} migrations applied`);
}

function keptPasswords(dataDir) {
  const path = join(dataDir, 'secrets.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).databaseRoles : {};
}

function missing(name) {
  throw new Error(`${name.toUpperCase()}_DATABASE_PASSWORD is needed`);
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
main(root, process.env).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
