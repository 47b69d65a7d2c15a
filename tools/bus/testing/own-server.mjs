import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { natsBinary } from '../../start/stores/nats-binary.mjs';
import { embeddedNats, natsInfo } from '../../start/stores/nats.mjs';
import { freePorts, KEPT_PORTS } from '../../shared/ports.mjs';
import { eventually } from '../../start/testing/running-copy.mjs';
import { SERVICES } from '../rights.mjs';

const require = createRequire(import.meta.resolve('@repairline/service-kit/config'));
const { natsOptions } = require('@repairline/service-kit/bus/nats-options');
export const nats = createRequire(import.meta.url)('nats');

/** A nats-server for one test, configured like the product's own. */
export async function ownServer(t) {
  const dataDir = mkdtempSync(join(tmpdir(), 'repairline-bus-'));
  mkdirSync(join(dataDir, 'nats'));
  const passwords = Object.fromEntries(['operator', ...SERVICES].map((name) => [name, randomBytes(8).toString('hex')]));
  const [port] = await freePorts(1, KEPT_PORTS);
  const binary = natsBinary(dataDir, process.env.NATS_SERVER_BIN);
  const server = embeddedNats({ binary, dataDir, host: '127.0.0.1', port, passwords });
  const launch = () => server.launch(openSync(join(dataDir, 'log'), 'a'));
  const answers = () => eventually(async () => (await natsInfo(server.eventsUrl))?.jetstream === true);
  let child = launch();
  const connections = [];
  t.after(async () => {
    await Promise.all(connections.map((connection) => connection.close()));
    child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });
  await answers();
  const open = async (options) => {
    const connection = await nats.connect({ ...options, reconnect: false });
    connections.push(connection);
    return connection;
  };
  return {
    ...{ dataDir, port, passwords, url: server.eventsUrl, pid: child.pid },
    open: (options) => open({ servers: `127.0.0.1:${port}`, ...options }),
    as: (service) => open(natsOptions(service === 'operator' ? server.eventsUrl : server.callsUrlOf(service), service)),
    asEvents: (service) => open(natsOptions(server.eventsUrlOf(service), service)),
    asCallsOperator: () => open(natsOptions(server.callsUrl, 'operator')),
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
    startAgain: async () => {
      child = launch();
      await answers();
    },
  };
}

/** Those of the subjects that the connection may not publish to. */
export async function refusedToPublish(connection, subjects) {
  return refused(connection, subjects, (subject) => connection.publish(subject, '{}'));
}

export async function refusedToSubscribe(connection, subjects) {
  return refused(connection, subjects, (subject) => connection.subscribe(subject, { callback: () => undefined }));
}

/** The server reports refusals before it answers a flush; the client passes them on in the next event-loop turn. */
async function refused(connection, subjects, attempt) {
  const named = new Set();
  void (async () => {
    for await (const { permissionContext } of connection.status()) named.add(permissionContext?.subject);
  })();
  subjects.forEach(attempt);
  await connection.flush();
  await new Promise((resolve) => setImmediate(resolve));
  return subjects.filter((subject) => named.has(subject));
}
