import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { givenRolePasswords } from '../migrate/role-passwords.mjs';
import { busAddresses } from '../bus/addresses.mjs';
import { completeCheckout } from '../start/checkout/checkout.mjs';
import { dataDirOf, readJson } from './data-folder.mjs';
import { isSameProcess } from './processes.mjs';
import { StartError } from './say.mjs';
import { productServices } from '../start/services.mjs';

/**
 * What the product on a data folder has noted: `run`, where it runs, is undefined if none of its processes does, as
 * after a crash. Where no process is noted, `run` counts.
 * @throws {StartError} if the folder belongs to another user
 */
export function readProduct(dataDir) {
  const read = (name) => readJson(join(dataDir, name));
  try {
    const [run, secrets, children = {}] = [read('run.json'), read('secrets.json'), read('children.json')];
    const processes = [read('supervisor.json'), ...Object.values(children)].filter(Boolean);
    const hasEnded = processes.length > 0 && !processes.some(isSameProcess);
    return { run: hasEnded ? undefined : run, secrets };
  } catch (error) {
    if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error;
    throw new StartError(
      `${dataDir} can only be read by the user who runs the product. Run this command as that user.`,
    );
  }
}

/** Reads where the product of a data folder runs. @throws with what to do if none does */
export function findProduct(root, env = process.env) {
  const dataDir = dataDirOf(root, env);
  const { run, secrets } = readProduct(dataDir);
  if (run && secrets) return { ...run, secrets };
  throw new Error(
    `No product is running on ${dataDir}. Start it with \`npm start\`, then run this from another terminal.`,
  );
}

/**
 * Like `findProduct`, or, without a data folder, the stores that the environment names: DATABASE_URL is the database,
 * NATS_CALLS_URL and NATS_EVENTS_URL the bus signed in as its operators, <SERVICE>_DATABASE_PASSWORD a service's
 * password. Completes the checkout as far as needed.
 */
export async function resolveConnections(root, env = process.env) {
  const connections = connectionsOf(root, env);
  await completeCheckout(root);
  return connections;
}

function connectionsOf(root, env) {
  const dataDir = dataDirOf(root, env);
  const { callsUrl: natsCallsUrl, eventsUrl: natsEventsUrl } = busAddresses(env);
  const isNamed = env.DATABASE_URL && env.DATA_KEY && natsCallsUrl && natsEventsUrl;
  // A folder that this user cannot enter does not matter to named stores.
  const isHere = () => existsSync(join(dataDir, 'run.json')) && readProduct(dataDir).run !== undefined;
  if (!isNamed || isHere()) return findProduct(root, env);
  const withDatabase = productServices(root).flatMap(({ name, hasDatabase }) => (hasDatabase ? [name] : []));
  return {
    databaseAdminUrl: env.DATABASE_URL,
    natsCallsUrl,
    natsEventsUrl,
    eventStore: { EVENT_STORE: env.EVENT_STORE || 'postgres', EVENTSTOREDB_URL: env.EVENTSTOREDB_URL || undefined },
    secrets: { dataKey: env.DATA_KEY },
    rolePasswords: givenRolePasswords(env, env.DATABASE_URL, withDatabase),
  };
}
