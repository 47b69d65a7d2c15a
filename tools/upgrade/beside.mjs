import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { migrateBus } from '../bus/operator.mjs';
import { rolePasswordsFor } from '../migrate/role-passwords.mjs';
import { childrenRecord } from '../start/children.mjs';
import { openDataFolder, writeJson } from '../shared/data-folder.mjs';
import { freePorts } from '../shared/ports.mjs';
import { isReady } from '../start/services.mjs';
import { readSettings } from '../start/settings.mjs';
import { startStores } from '../start/stores.mjs';
import { runTask } from '../start/task.mjs';
import { visitor } from '../start/testing/visitor.mjs';
import { people } from './people.mjs';

/**
 * An upgrade as a cluster performs it, while people work: `node tools/upgrade/beside.mjs <checkout>` starts the earlier
 * version's services from its checkout (installed and built), runs this checkout's migrations under them, starts this
 * checkout's services beside them and stops the earlier ones, the gateway last. It reports how many requests each state
 * answered, and which failed. Database and bus are this checkout's; the earlier services enter the bus as its operators.
 * A version from before calls had an account of their own tells identity and the gateway only the address for calls, as
 * on a cluster whose bus is upgraded first.
 */
const ADMIN = { email: 'admin@school.example', password: 'an admin between two' };
const SECONDS_OF_WORK = 5;
const READY_WITHIN_MS = 120_000;
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** What differs between checkouts: the services, the way they get their environment, the migrations. */
async function version(checkout) {
  const load = (path) => import(pathToFileURL(join(checkout, 'tools', path)).href);
  const [services, migrations] = [await load('start/services.mjs'), await load('migrate/migrate-services.mjs')];
  return { checkout, ...services, ...migrations };
}

async function startServices(of, { stores, settings, homes, dataDir, asOperator }, label, closers) {
  const services = of.productServices(of.checkout);
  const ports = await freePorts(services.length * 2);
  const started = services.map((service, index) => {
    const [port, healthPort] = [ports[index], ports[services.length + index]];
    const { callsUrlOf, eventsUrlOf } = asOperator
      ? { callsUrlOf: () => stores.natsCallsUrl, eventsUrlOf: () => stores.natsEventsUrl }
      : stores;
    // The last three are what earlier versions call them; the first of these had one address for all.
    const addresses = {
      ...{ callsUrlOf, eventsUrlOf },
      ...{ natsUrl: stores.natsEventsUrl, natsUrlOf: callsUrlOf, natsEventsUrlOf: eventsUrlOf },
    };
    const env = of.serviceEnvironment(service, {
      ...{ root: of.checkout, secrets: stores.secrets, healthPort, ...addresses },
      settings: { ...settings, PORT: port },
      databaseUrl: homes[service.name]?.serviceUrl,
      firstAdmin: { ...ADMIN, isGenerated: false },
    });
    const logFile = join(dataDir, 'logs', `${label}-${service.name}.log`);
    const child = of.launchService(of.checkout, service, env)(openSync(logFile, 'a'));
    const ended = new Promise((done) => child.once('exit', done));
    const stop = async () => (child.kill('SIGTERM'), await ended);
    closers.push(stop);
    return { name: service.name, port, healthPort, child, logFile, stop };
  });
  for (const { name, healthPort, child, logFile } of started) {
    for (const deadline = Date.now() + READY_WITHIN_MS; !(await isReady(healthPort)); await pause(100)) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(
          `${label} ${name} is not ready: ${await (await fetch(`http://127.0.0.1:${healthPort}/health/ready`)).text()}\n${readFileSync(logFile, 'utf8').slice(-2_000)}`,
        );
    }
  }
  return Object.fromEntries(started.map((service) => [service.name, service]));
}

async function main(checkout, closers) {
  const [before, now] = [await version(checkout), await version(root)];
  const dataDir = mkdtempSync(join(tmpdir(), 'repairline-beside-'));
  closers.push(() => rmSync(dataDir, { recursive: true, force: true }));
  openDataFolder(dataDir);
  const given = { DATA_DIR: dataDir, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
  const settings = await readSettings(root, { ...given, NATS_SERVER_BIN: process.env.NATS_SERVER_BIN });
  const stores = await startStores({ root, settings, record: childrenRecord(dataDir), closers });
  const services = now.productServices(root).flatMap(({ name, hasDatabase }) => (hasDatabase ? [name] : []));
  const rolePasswords = rolePasswordsFor(stores.adminUrl, services, stores.secrets.databaseAdmin);
  const migrated = (of) =>
    of.migrateServices({ root: of.checkout, adminUrl: stores.adminUrl, services, rolePasswords });

  const surroundings = { stores, settings, dataDir, homes: await migrated(before) };
  const old = await startServices(before, { ...surroundings, asOperator: true }, 'before', closers);
  const admin = visitor(old.gateway.port);
  const { status } = await admin.signIn(ADMIN.email, ADMIN.password);
  if (status !== 200) throw new Error(`the first sign-in is answered by ${status}`);
  const working = people(admin);
  closers.push(working.end);

  await working.during('the earlier version on its own tables', [old], () => pause(SECONDS_OF_WORK * 1_000));
  let homes;
  await working.during('while migrations run', [old], async () => {
    homes = await migrated(now);
    await migrateBus(stores.natsEventsUrl);
  });
  const applied = Object.entries(homes).map(([name, { applied: names }]) => `${name} ${names.length}`);
  console.log(`migrations applied: ${applied.join(', ')}`);
  await working.during('the earlier version on migrated tables', [old], () => pause(SECONDS_OF_WORK * 1_000));
  let present;
  await working.during('while the present version starts and builds', [old], async () => {
    present = await startServices(now, { ...surroundings, homes }, 'now', closers);
  });
  await working.during('both', [old, present], () => pause(SECONDS_OF_WORK * 1_000));
  for (const name of [...services].reverse())
    await working.during(`while the earlier ${name} leaves`, [old, present], old[name].stop);
  await working.during('the earlier gateway before present services', [old, present], () =>
    pause(SECONDS_OF_WORK * 1_000),
  );
  await old.gateway.stop();
  await working.during('the present version alone', [present], () => pause(SECONDS_OF_WORK * 1_000));
  await working.expectAll(admin.at(present.gateway.port));
  await working.end();
  for (const line of working.failures().slice(0, 20)) console.log(`FAILED  ${line}`);

  writeJson(join(dataDir, 'run.json'), {
    ...{ dataDir, natsCallsUrl: stores.natsCallsUrl, natsEventsUrl: stores.natsEventsUrl },
    databaseAdminUrl: stores.adminUrl,
    eventStore: { EVENT_STORE: settings.EVENT_STORE },
  });
  const env = { ...process.env, DATA_DIR: dataDir };
  await runTask('Verifying', process.execPath, [join(root, 'tools', 'log', 'verify.mjs')], { env });
  return working.failures();
}

const closers = [];
try {
  if (!process.argv[2]) throw new Error('Usage: node tools/upgrade/beside.mjs <checkout of the earlier version>');
  const failures = await main(resolve(process.argv[2]), closers);
  process.exitCode = failures.length > 0 ? 1 : 0;
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}
while (closers.length > 0) await closers.pop()();
