import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateServices } from '../../migrate/migrate-services.mjs';
import { rolePasswordsFor } from '../../migrate/role-passwords.mjs';
import { childrenRecord } from '../../start/processes/children.mjs';
import { openDataFolder } from '../../shared/data-folder.mjs';
import { freePorts, KEPT_PORTS } from '../../shared/ports.mjs';
import { isReady, launchService, productServices, serviceEnvironment } from '../../start/services.mjs';
import { readSettings } from '../../start/settings.mjs';
import { startStores } from '../../start/stores/stores.mjs';
import { eventually } from '../../start/testing/running-copy.mjs';
import { busCluster } from './bus-cluster.mjs';

export const ADMIN = { email: 'admin@school.example', password: 'two of everything runs' };
const READY_WITHIN_MS = 60_000;

/**
 * Two of each service and two gateways on one database and three bus servers. Nothing restarts a process that ends.
 * `replicas` are `{ name, port, start, kill }`; everything is removed with the test.
 */
export async function replicatedProduct(t, root) {
  const dataDir = mkdtempSync(join(tmpdir(), 'repairline-replicas-'));
  const closers = [() => rmSync(dataDir, { recursive: true, force: true })];
  t.after(async () => {
    while (closers.length > 0) await closers.pop()();
  });
  openDataFolder(dataDir);
  const bus = await busCluster({ after: (close) => closers.push(close) }, { root, dataDir });
  const stores = await openStores({ root, dataDir, bus, closers });
  const services = productServices(root);
  const twice = [...services, ...services];
  const ports = await freePorts(twice.length * 2, KEPT_PORTS);
  const replicas = twice.map((service, index) => {
    const [healthPort, port] = [ports[index], ports[twice.length + index]];
    return replica({ root, dataDir, bus, stores, service, healthPort, port, number: index < services.length ? 1 : 2 });
  });
  closers.push(() => Promise.all(replicas.map((one) => one.kill())));
  await Promise.all(replicas.map((one) => one.start()));
  return { bus, replicas, of: (name) => replicas.filter((one) => one.name === name), databaseUrl: stores.adminUrl };
}

async function openStores({ root, dataDir, bus, closers }) {
  const env = { DATA_DIR: dataDir, NATS_URL: bus.urlOf('repairline'), NATS_REPLICAS: '3' };
  const settings = await readSettings(root, { ...env, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password });
  const stores = await startStores({ root, settings, record: childrenRecord(dataDir), closers });
  const services = productServices(root)
    .filter(({ hasDatabase }) => hasDatabase)
    .map(({ name }) => name);
  const rolePasswords = rolePasswordsFor(stores.adminUrl, services, stores.secrets.databaseAdmin);
  const homes = await migrateServices({ adminUrl: stores.adminUrl, services, rolePasswords });
  return { ...stores, settings, homes };
}

function replica({ root, dataDir, bus, stores, service, healthPort, port, number }) {
  const { settings, secrets, homes } = stores;
  const known = serviceEnvironment(service, {
    ...{ root, secrets, healthPort, callsUrlOf: bus.urlOf, eventsUrlOf: bus.eventsUrlOf },
    settings: { ...settings, PORT: port },
    databaseUrl: homes[service.name]?.serviceUrl,
    firstAdmin: { ...ADMIN, isGenerated: false },
  });
  const launch = launchService(root, service, known);
  const logFile = join(dataDir, 'logs', `${service.name}-${number}.log`);
  let child;
  let ended = Promise.resolve();
  return {
    name: service.name,
    port,
    pid: () => child.pid,
    log: () => readFileSync(logFile, 'utf8'),
    async start() {
      child = launch(openSync(logFile, 'a'));
      ended = new Promise((resolve) => child.once('exit', resolve));
      await eventually(() => {
        if (child.exitCode !== null) throw Object.assign(new Error(readFileSync(logFile, 'utf8')), { isFinal: true });
        return isReady(healthPort);
      }, READY_WITHIN_MS);
    },
    async kill() {
      child?.kill('SIGKILL');
      await ended;
    },
  };
}
