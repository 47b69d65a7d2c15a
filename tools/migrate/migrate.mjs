import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { busAddresses } from '../bus/addresses.mjs';
import { rewindConsumers } from '../bus/operator.mjs';
import { dataDirOf, readJson } from '../shared/data-folder.mjs';
import { productServices } from '../start/services.mjs';
import { migrateServices } from './migrate-services.mjs';
import { givenRolePasswords } from './role-passwords.mjs';

/**
 * Migrates every service of an existing database. DATABASE_URL signs in as the role that owns the schemas. A service's
 * password is <SERVICE>_DATABASE_PASSWORD if set, else it is derived as `npm start` derives it. With NATS_EVENTS_URL (or
 * NATS_URL), the bus signed in as its operator, consumers beyond what the bus has are put back.
 */
async function main(root, env) {
  if (!env.DATABASE_URL) throw new Error('DATABASE_URL is needed: the connection of the role that owns the schemas');
  const services = productServices(root)
    .filter(({ hasDatabase }) => hasDatabase)
    .map(({ name }) => name);
  const secrets = readJson(join(dataDirOf(root, env), 'secrets.json'));
  const rolePasswords = givenRolePasswords(env, env.DATABASE_URL, services, secrets?.databaseAdmin);
  const results = await migrateServices({ adminUrl: env.DATABASE_URL, services, rolePasswords });
  for (const [name, { applied }] of Object.entries(results))
    console.log(`${name}: ${applied.length} migrations applied`);
  const { eventsUrl } = busAddresses(env);
  if (eventsUrl) console.log(`bus: ${(await rewindConsumers(eventsUrl)).length} parts brought up to date`);
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
main(root, process.env).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
