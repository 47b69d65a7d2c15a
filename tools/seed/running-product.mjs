import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { givenRolePasswords, rolePasswordsFor } from '../migrate/role-passwords.mjs';
import { completeCheckout } from '../start/checkout.mjs';
import { dataDirOf } from '../start/data-folder.mjs';
import { productServices } from '../start/services.mjs';

const require = createRequire(import.meta.url);

/** Reads where the product of a data folder runs. @throws with what to do if none does */
export function findProduct(root) {
  const dataDir = dataDirOf(root);
  const read = (name) => JSON.parse(readFileSync(join(dataDir, name), 'utf8'));
  try {
    return { ...read('run.json'), secrets: read('secrets.json') };
  } catch {
    throw new Error(
      `No product is running on ${dataDir}. Start it with \`npm start\`, then run this from another terminal.`,
    );
  }
}

/** The variables that describe an installation in containers to a command without a data folder. */
export const NAMED_STORES = ['DATABASE_URL', 'NATS_URL', 'DATA_KEY'];

/**
 * Like `findProduct`, or the stores that the environment names: DATABASE_URL is the database, NATS_URL the bus signed
 * in as its operator, <SERVICE>_DATABASE_PASSWORD a service's password. Completes the checkout as far as needed.
 */
export async function resolveConnections(root, env = process.env) {
  const connections = connectionsOf(root, env);
  await completeCheckout(root);
  return connections;
}

function connectionsOf(root, env) {
  const isHere = existsSync(join(dataDirOf(root, env), 'run.json'));
  if (isHere || !NAMED_STORES.every((name) => env[name])) return findProduct(root);
  const withDatabase = productServices(root).flatMap(({ name, hasDatabase }) => (hasDatabase ? [name] : []));
  return {
    databaseAdminUrl: env.DATABASE_URL,
    natsUrl: env.NATS_URL,
    eventStore: { EVENT_STORE: env.EVENT_STORE || 'postgres', EVENTSTOREDB_URL: env.EVENTSTOREDB_URL || undefined },
    secrets: { dataKey: env.DATA_KEY },
    rolePasswords: givenRolePasswords(env, env.DATABASE_URL, withDatabase),
  };
}

/** The repairs log, opened for writing as the service itself does: with its role, store and keys. */
export async function openRepairsLog(product) {
  const { repairsRegistry } = require('@repairline/repairs/event-registry');
  const { openPostgresKeyring } = require('@repairline/event-store/personal-data/postgres-keyring');
  const { openEventStore } = require('@repairline/event-store/open-event-store');
  const { createPool } = require('@repairline/service-kit/database');
  const { serviceAddress } = require('@repairline/service-kit/service-address');
  const { databaseAdminUrl, secrets } = product;
  const { repairs: password } = rolePasswordsFor(databaseAdminUrl, ['repairs'], secrets.databaseAdmin);
  const connectionString = serviceAddress(databaseAdminUrl, 'repairline_repairs', password);
  const pool = createPool(connectionString, 'seed', 8);
  const dataKey = Buffer.from(product.secrets.dataKey, 'hex');
  const keyring = await openPostgresKeyring({ pool, connectionString, dataKey });
  const log = await openEventStore(product.eventStore, {
    ...{ service: 'repairs', pool, connectionString, registry: repairsRegistry, keyring },
    onProblem: (problem) => console.error(problem.message),
  });
  return { store: log.store, close: async () => (await log.close(), await keyring.close(), pool.end()) };
}

/** How many events the read models of a service are behind its log. */
export async function eventsBehind(product, service) {
  const answer = await fetch(`http://127.0.0.1:${product.services[service].healthPort}/health/ready`);
  const { head, checkpoints } = (await answer.json()).checks.views.detail;
  return head - Math.min(...checkpoints.map(({ position }) => position));
}
