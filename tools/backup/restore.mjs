import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { withBus } from '../bus/operator.mjs';
import { EVENTS } from '../bus/rights.mjs';
import { migrateServices } from '../migrate/migrate-services.mjs';
import { givenRolePasswords } from '../migrate/role-passwords.mjs';
import { createProgress } from '../shared/progress.mjs';
import { prepareCheckout } from '../start/checkout/checkout.mjs';
import { childrenRecord, endLeftovers } from '../start/processes/children.mjs';
import { claimDataFolder, dataDirOf, openDataFolder, readJson } from '../shared/data-folder.mjs';
import { readArguments, ROOT, runCommand, UsageError } from '../shared/run-command.mjs';
import { StartError, explain, say, sayProblem } from '../shared/say.mjs';
import { productServices } from '../start/services.mjs';
import { readSettings } from '../start/settings.mjs';
import { untilStopped } from '../start/processes/stopping.mjs';
import { startStores } from '../start/stores/stores.mjs';
import { checkFiles, loadBackup, refuseFullDatabase } from './database/load.mjs';

const USAGE = `npm run restore -- <file> [--keys <file>]

Fills an installation that has never been started from a backup and its file of keys (<file>.keys unless --keys names
another). DATA_DIR names the data folder, which must hold the secrets.json of the installation the backup is from;
otherwise set DATA_KEY. DATABASE_URL names an external database. The product must not be running. Everyone has to sign in
again; the next start builds the lists and publishes the events.`;

function readWanted(args) {
  const { values, positionals } = readArguments(args, { keys: { type: 'string' } });
  if (positionals.length !== 1) throw new UsageError('From which file?');
  const from = process.env.INIT_CWD ?? '.';
  const file = resolve(from, positionals[0]);
  return { file, keysFile: values.keys ? resolve(from, values.keys) : `${file}.keys` };
}

async function main(root, { file, keysFile }, signal) {
  for (const path of [file, keysFile]) if (!existsSync(path)) throw new StartError(`${path} does not exist.`);
  await prepareCheckout(root);
  // Without NODE_ENV, settings that only production needs are not required.
  const settings = await readSettings(root, { ...process.env, NODE_ENV: '' });
  if (settings.EVENT_STORE === 'eventstoredb')
    throw new StartError('With EVENT_STORE=eventstoredb the logs are in that server: restore them with its own tools.');
  const dataDir = settings.DATA_DIR;
  const dataKey = settings.DATA_KEY?.toLowerCase() ?? readJson(join(dataDir, 'secrets.json'))?.dataKey;
  if (!dataKey) {
    throw new StartError(
      `No DATA_KEY: put the secrets.json of the installation the backup is from into ${dataDir}, or set DATA_KEY.`,
    );
  }
  await untilStopped(signal, (closers) => restore({ root, settings, file, keysFile, dataKey }, closers));
}

async function restore({ root, settings, file, keysFile, dataKey }, closers) {
  const { version: product } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { found, keysOlderBy } = await checkFiles({ file, keysFile, dataKey, product });
  const total = Object.values(found).reduce((sum, count) => sum + count, 0);
  const client = await openDatabase(root, settings, closers);
  let done = 0;
  const progress = createProgress(total, 'Events');
  await loadBackup({ client, file, keysFile, dataKey, onRows: (count) => progress((done += count)) });
  say(`Restored ${total} events. Start the product: it builds its lists and publishes the events again.`);
  if (keysOlderBy > 0)
    sayProblem(
      `${keysFile} is ${inWords(keysOlderBy)} older than ${file}: names and notes of devices and accounts that came in between cannot be read, for it has no keys to them, and those accounts have no password. If there is a newer file of keys, restore again with that one; if not, npm run password -- <email> gives such an account a password once the product runs.`,
    );
}

function inWords(milliseconds) {
  const hours = milliseconds / 3_600_000;
  return hours < 48 ? `${Math.ceil(hours)} h` : `${Math.round(hours / 24)} days`;
}

/**
 * Connects to the installation's database, with its schemas migrated, no service of the product running on it, and
 * nothing in it. The bus is checked last: whoever empties the bus of an installation in use harms its subscribers.
 */
async function openDatabase(root, settings, closers) {
  const { adminUrl, secrets, busUrl } = settings.DATABASE_URL
    ? storesOutside(settings)
    : await startOwnStores(root, settings, closers);
  const { Client } = createRequire(join(root, 'libs', 'postgres', 'package.json'))('pg');
  const client = new Client({ connectionString: adminUrl, application_name: 'restore' });
  await client.connect();
  closers.push(() => client.end());
  await refuseRunning(client);
  await refuseFullDatabase(client);
  const store = settings.givenBus ? undefined : join(settings.DATA_DIR, 'nats', 'store');
  if (busUrl) await refuseFullBus(busUrl, store);
  else refuseUsedBus(store);
  const services = productServices(root).flatMap(({ name, hasDatabase }) => (hasDatabase ? [name] : []));
  const rolePasswords = givenRolePasswords(process.env, adminUrl, services, secrets?.databaseAdmin);
  await migrateServices({ adminUrl, services, rolePasswords });
  return client;
}

function storesOutside(settings) {
  return {
    adminUrl: settings.DATABASE_URL,
    busUrl: settings.givenBus?.eventsUrlOf('identity'),
    secrets: readJson(join(settings.DATA_DIR, 'secrets.json')),
  };
}

async function startOwnStores(root, settings, closers) {
  const dataDir = settings.DATA_DIR;
  openDataFolder(dataDir);
  closers.push(claimDataFolder(dataDir));
  await endLeftovers(dataDir);
  const stores = await startStores({ root, settings, record: childrenRecord(dataDir), closers });
  return { ...stores, busUrl: stores.eventsUrlOf('identity') };
}

async function refuseRunning(client) {
  const { rowCount } = await client.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND usename LIKE 'repairline\\_%' AND usename <> current_user`,
  );
  if (rowCount > 0) throw new StartError('The product is running on this database: stop its services first.');
}

/** For a bus that a restore does not start: whatever its store holds belongs to another history. */
function refuseUsedBus(store) {
  if (!existsSync(join(store, 'jetstream'))) return;
  throw new StartError(`The message bus has been used before. Remove ${store}: the product makes this copy again.`);
}

/**
 * Events of another history on the bus would be mistaken for successors of the restored ones.
 * @param store the folder of an embedded bus, which does not run once the restore has ended
 */
async function refuseFullBus(url, store) {
  const { nullIfNotFound } = createRequire(import.meta.url)('@repairline/messaging/events-stream');
  const held = await withBus(url, async (bus) => {
    const { streams } = await bus.jetstreamManager();
    return nullIfNotFound(streams.info(EVENTS));
  });
  if (!held?.state.messages) return;
  throw new StartError(
    `The message bus holds ${held.state.messages} events already. Remove ${store ?? `its stream ${EVENTS}`}: the product makes this copy again.`,
  );
}

await runCommand(
  USAGE,
  async (args, signal) => {
    const wanted = readWanted(args);
    await main(ROOT, wanted, signal).catch((error) => {
      throw new Error(explain(error, dataDirOf(ROOT), 'The restore failed'), { cause: error });
    });
  },
  { endsInOrder: true },
);
