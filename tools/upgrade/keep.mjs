import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createWriter } from '../backup/format.mjs';
import { columnsOf, rowsOf } from '../backup/tables.mjs';
import { dataDirOf } from '../shared/data-folder.mjs';
import { productServices } from '../start/services.mjs';
import { madeByService, tablesOf } from './tables.mjs';

const SHARED = ['event-store', 'projections', 'messaging'];

/**
 * Run before a release: `node tools/upgrade/keep.mjs <version>` stores the whole database of the product running on
 * DATA_DIR, with its migrations and DATA_KEY, as tools/upgrade/from/<version>.gz. Tests of later versions upgrade it.
 * Only for made-up data, since the file contains the key. A second argument names the version's checkout, if not this.
 */
async function main(root, [version, checkout = root]) {
  if (!/^[\w.-]+$/u.test(version ?? '')) throw new Error('Usage: node tools/upgrade/keep.mjs <version> [checkout]');
  const read = (name) => JSON.parse(readFileSync(join(dataDirOf(root), name), 'utf8'));
  const services = productServices(checkout).flatMap(({ name, hasDatabase }) => (hasDatabase ? [name] : []));
  const { Client } = createRequire(join(root, 'libs', 'postgres', 'package.json'))('pg');
  const client = new Client({ connectionString: read('run.json').databaseAdminUrl });
  await client.connect();
  await client.query("SET timezone = 'UTC'; SET datestyle = 'ISO'");
  const writer = createWriter(join(root, 'tools', 'upgrade', 'from', `${version}.gz`));
  const made = {};
  for (const service of services) made[service] = await madeByService(client, service);
  const migrations = services.map((service) => ({ service, files: migrationsOf(checkout, service) }));
  await writer.header({ holds: 'database', product: version, dataKey: read('secrets.json').dataKey, migrations, made });
  for (const service of services) {
    for (const name of await tablesOf(client, service)) {
      const table = { service, name, place: 'to_jsonb(t)::text', type: 'text' };
      await writer.table({ ...table, columns: await columnsOf(client, table) }, rowsOf(client, table));
    }
  }
  await writer.close();
  await client.end();
}

function migrationsOf(checkout, service) {
  const folders = [...SHARED.map((name) => ['libs', name]), ['apps', service]];
  return folders.flatMap(([group, source]) => {
    const folder = join(checkout, group, source, 'migrations');
    const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
    return names.sort().map((name) => ({ source, name, sql: readFileSync(join(folder, name), 'utf8') }));
  });
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
main(root, process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
