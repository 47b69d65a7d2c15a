import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { childrenRecord, endLeftovers } from './processes/children.mjs';
import { claimDataFolder, openDataFolder, securityLogOf, writeJson } from '../shared/data-folder.mjs';
import { problemsIn } from './processes/logs.mjs';
import { createStartDeadline } from './processes/deadline.mjs';
import { checkPortIsFree, freePorts } from '../shared/ports.mjs';
import { say, sayProblem } from '../shared/say.mjs';
import { firstAdminOf, forgetFirstAdmin, isNobodyThere } from './first-admin.mjs';
import { launchService, readinessOf, serviceEnvironment } from './services.mjs';
import { startStores } from './stores/stores.mjs';
import { rotateQuietly, supervised } from './processes/supervised.mjs';
import { keepSubscribers } from '../bus/keep-subscribers.mjs';
import { rewindConsumers } from '../bus/operator.mjs';
import { migrateServices } from '../migrate/migrate-services.mjs';
import { rolePasswordsFor } from '../migrate/role-passwords.mjs';

const ROTATE_EVERY_MS = 10_000;
/** Together 100 MB: lines may be needed months later, and a flood of refusals must not push out what it hides. */
const SECURITY_LOGS_BEFORE = 9;

/**
 * Starts the whole product and keeps it running until `stop`. Everything started is registered in `closers` at once, so
 * that a start that fails or is interrupted is undone in reverse order too.
 */
export async function startProduct({ root, settings, services, closers }) {
  const dataDir = settings.DATA_DIR;
  openDataFolder(dataDir);
  closers.push(claimDataFolder(dataDir));
  const left = await endLeftovers(dataDir);
  if (left.length > 0) say(`Ended what an earlier run left behind: ${left.join(', ')}`);
  await checkPortIsFree(settings.PORT);
  const record = childrenRecord(dataDir);
  const stores = await startStores({ root, settings, record, closers });
  const { secrets } = stores;
  say('Preparing the database…');
  const busIsReady = rewindConsumers(stores.natsEventsUrl).catch((error) =>
    sayProblem(`The message bus could not be brought up to date: ${error.message}`),
  );
  const withDatabase = services.filter(({ hasDatabase }) => hasDatabase).map(({ name }) => name);
  const homes = await migrateServices({
    root,
    adminUrl: stores.adminUrl,
    services: withDatabase,
    rolePasswords: rolePasswordsFor(stores.adminUrl, withDatabase, secrets.databaseAdmin),
  });
  await busIsReady;
  const isFirst = await isNobodyThere(root, stores.adminUrl);
  const firstAdmin = firstAdminOf({ dataDir, settings, secrets, isFirst });
  const surroundings = {
    root,
    settings,
    secrets,
    callsUrlOf: stores.callsUrlOf,
    eventsUrlOf: stores.eventsUrlOf,
    firstAdmin,
  };
  const children = await startServices({ services, homes, surroundings, record, dataDir, closers });
  closers.push(
    await keepSubscribers({ dataDir, url: stores.natsEventsUrl }, (error) =>
      sayProblem(`The subscribers of the message bus could not be checked: ${error.message}`),
    ),
  );
  const url = `http://localhost:${settings.PORT}`;
  writeRun(dataDir, { url, settings, stores, children, closers });
  const ticker = setInterval(() => {
    [...stores.children, ...children].forEach((child) => child.rotate());
    rotateQuietly(securityLogOf(dataDir), SECURITY_LOGS_BEFORE);
  }, ROTATE_EVERY_MS);
  closers.push(() => clearInterval(ticker));
  return { url, firstAdmin, shown: () => forgetFirstAdmin(dataDir, secrets) };
}

async function startServices({ services, homes, surroundings, record, dataDir, closers }) {
  say(`Starting ${services.map(({ name }) => name).join(', ')}…`);
  const healthPorts = await freePorts(services.length);
  const children = services.map((service, index) => {
    const healthPort = healthPorts[index];
    const env = serviceEnvironment(service, {
      ...surroundings,
      databaseUrl: homes[service.name]?.serviceUrl,
      healthPort,
    });
    const child = supervised({
      name: service.name,
      launch: launchService(surroundings.root, service, env),
      logFile: join(dataDir, 'logs', `${service.name}.log`),
      record,
    });
    return Object.assign(child, { healthPort, isPublic: service.isPublic });
  });
  closers.push(() => stopServices(children));
  children.forEach((child) => child.start());
  const deadline = createStartDeadline();
  const look = async ({ name, healthPort }) => {
    const { isReady, building } = await readinessOf(healthPort);
    deadline.progress(name, building);
    return isReady;
  };
  await Promise.all(children.map((child) => child.untilReady(() => look(child), deadline.isOver)));
  for (const child of children) {
    problemsIn(child.startupLines())
      .slice(-3)
      .forEach((line) => sayProblem(`${child.name}: ${line}`));
  }
  return children;
}

/** The gateway first, so that nothing new comes in while the others finish their work. */
async function stopServices(children) {
  for (const child of children.filter(({ isPublic }) => isPublic)) await child.stop();
  await Promise.all(children.filter(({ isPublic }) => !isPublic).map((child) => child.stop()));
}

/** Tells the tools that work on the running product where it is and how to reach its parts. */
function writeRun(dataDir, { url, settings, stores, children, closers }) {
  const path = join(dataDir, 'run.json');
  const services = children.map((child) => [child.name, { healthPort: child.healthPort }]);
  closers.push(() => rmSync(path, { force: true }));
  writeJson(path, {
    pid: process.pid,
    url,
    port: settings.PORT,
    dataDir,
    adminEmail: settings.ADMIN_EMAIL,
    databaseAdminUrl: stores.adminUrl,
    natsCallsUrl: stores.natsCallsUrl,
    natsEventsUrl: stores.natsEventsUrl,
    eventStore: { EVENT_STORE: settings.EVENT_STORE, EVENTSTOREDB_URL: settings.EVENTSTOREDB_URL },
    services: Object.fromEntries(services),
  });
}
