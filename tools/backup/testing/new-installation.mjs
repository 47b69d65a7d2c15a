import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrateServices } from '../../migrate/migrate-services.mjs';
import { rolePasswordsFor } from '../../migrate/role-passwords.mjs';
import { startTestStores } from '../../test/stores.mjs';

const { Client } = createRequire(import.meta.resolve('@repairline/postgres/migrate/migrate'))('pg');

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

/** The address of an unused installation's database, and two connections to it. */
export async function newInstallation(t) {
  const stores = await startTestStores(root);
  const { TEST_DATABASE_URL: url } = stores.env;
  const clients = [1, 2].map(() => new Client({ connectionString: url }));
  t.after(async () => {
    for (const client of clients) await client.end();
    await stores.stop();
  });
  const services = ['identity', 'repairs', 'billing', 'analytics'];
  await migrateServices({ adminUrl: url, services, rolePasswords: rolePasswordsFor(url, services) });
  for (const client of clients) await client.connect();
  return { url, clients };
}
