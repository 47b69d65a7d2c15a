import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkExistingEventStore } from './event-store.mjs';
import { embeddedNats, checkExistingNats, isJetStreamSilent, natsInfo } from './nats.mjs';
import { natsBinary } from './nats-binary.mjs';
import { freePorts } from '../../shared/ports.mjs';
import { busPort } from '../../bus/embedded.mjs';
import {
  checkExistingDatabase,
  databaseAnswers,
  embeddedPostgres,
  ensureInitialised,
  holdsRecords,
} from './postgres.mjs';
import { within } from '../processes/deadline.mjs';
import { postgresBinaries } from './postgres-binaries.mjs';
import { say } from '../../shared/say.mjs';
import { busPasswords, openSecrets } from '../secrets.mjs';
import { supervised } from '../processes/supervised.mjs';

const DATABASE = 'repairline';
const DATABASE_READY_WITHIN_MS = 60_000;
const NATS_READY_WITHIN_MS = 20_000;

/** Starts the embedded database and bus, or checks the existing ones that the configuration names. */
export async function startStores({ root, settings, record, closers, isDurable = true }) {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, givenBus } = settings;
  const hasCluster = existsSync(join(dataDir, 'postgres'));
  if (databaseUrl) await checkExistingDatabase(root, databaseUrl);
  const isRecorded = databaseUrl ? await holdsRecords(root, databaseUrl) : false;
  const secrets = openSecrets(dataDir, { ...settings, mayGenerate: !hasCluster, isRecorded });
  const binary = givenBus ? undefined : natsBinary(dataDir, settings.NATS_SERVER_BIN);
  const children = [];
  const add = (spec) => {
    const child = supervised({ ...spec, record, logFile: join(dataDir, 'logs', `${spec.name}.log`) });
    children.push(child);
    closers.push(() => child.stop());
    child.start();
    return child;
  };

  const database = async () => {
    if (databaseUrl) return databaseUrl;
    const place = { binaries: postgresBinaries(root), dataDir, password: secrets.databaseAdmin };
    ensureInitialised(place);
    // Not earlier: until PostgreSQL listens on it, another program may take the port.
    const [port] = await freePorts(1);
    const postgres = embeddedPostgres({ ...place, port, isDurable });
    const child = add({ name: 'postgres', title: 'The database', launch: postgres.launch, signal: 'SIGINT' });
    await child.untilReady(
      () => databaseAnswers(root, postgres.url('postgres'), DATABASE),
      within(DATABASE_READY_WITHIN_MS),
    );
    return postgres.url(DATABASE);
  };

  const bus = async () => {
    if (givenBus) {
      await checkExistingNats(givenBus);
      return givenBus;
    }
    const { NATS_HOST: host = '127.0.0.1' } = settings;
    const port = await busPort(dataDir, settings.NATS_PORT);
    const nats = embeddedNats({ binary, dataDir, host, port, passwords: busPasswords(secrets) });
    const isSilent = () => isJetStreamSilent(nats.eventsUrl);
    const child = add({ name: 'nats', title: 'The message bus', launch: nats.launch, isSilent });
    await child.untilReady(
      async () => (await natsInfo(nats.eventsUrl))?.jetstream === true,
      within(NATS_READY_WITHIN_MS),
    );
    return nats;
  };

  const eventStore = async () => {
    if (settings.EVENT_STORE === 'eventstoredb') await checkExistingEventStore(root, settings.EVENTSTOREDB_URL);
  };

  say(
    `Starting ${databaseUrl ? 'with the given database' : 'the database'} and ${givenBus ? 'the given bus' : 'the message bus'}…`,
  );
  const [adminUrl, runningBus] = await Promise.all([database(), bus(), eventStore()]);
  const { callsUrl: natsCallsUrl, eventsUrl: natsEventsUrl, callsUrlOf, eventsUrlOf } = runningBus;
  return { adminUrl, natsCallsUrl, natsEventsUrl, callsUrlOf, eventsUrlOf, secrets, children };
}
