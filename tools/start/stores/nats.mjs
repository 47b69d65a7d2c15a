import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ACCOUNT, CALLS_OPERATOR, OPERATOR } from '../../bus/configuration.mjs';
import { configFile, localAddress, storeFolder, writeBusConfiguration } from '../../bus/embedded.mjs';
import { openBus } from '../../bus/operator.mjs';
import { eventsUser } from '../../bus/rights.mjs';
import { StartError } from '../../shared/say.mjs';

/**
 * Without a soft memory limit, Go's runtime keeps the memory of a burst of events. With more than one processor it
 * wakes threads that look for work in vain: a fifth to a quarter of the bus's CPU time at 50 changes a second. One is
 * enough for the messages of one machine's services.
 */
const GO_RUNTIME = { GOMEMLIMIT: '64MiB', GOMAXPROCS: '1' };

/** The client's codes for no answer in time, and for nobody who could answer. */
const SILENT = new Set(['TIMEOUT', '503']);

/** `passwords`: see secrets.mjs. Each address contains the user it is for. */
export function embeddedNats({ binary, dataDir, host, port, passwords }) {
  const folder = join(dataDir, 'nats');
  return {
    callsUrl: busAddress({ host, port }, CALLS_OPERATOR, passwords.operator),
    eventsUrl: busAddress({ host, port }, OPERATOR, passwords.operator),
    callsUrlOf: (service) => busAddress({ host, port }, service, passwords[service]),
    eventsUrlOf: (service) => busAddress({ host, port }, eventsUser(service), passwords[service]),
    launch(log) {
      mkdirSync(storeFolder(dataDir), { recursive: true, mode: 0o700 });
      adoptStreams(join(storeFolder(dataDir), 'jetstream'));
      writeBusConfiguration({ dataDir, host, port, passwords });
      const env = { ...GO_RUNTIME, ...process.env };
      const stdio = ['ignore', log, log];
      return spawn(binary, ['-c', configFile(dataDir)], { cwd: folder, detached: true, stdio, env });
    },
  };
}

function busAddress(place, user, password) {
  return `nats://${user}:${password}@${localAddress(place)}`;
}

/** Moves what was stored before the bus had accounts into the product's account. */
function adoptStreams(folder) {
  const [before, now] = [join(folder, '$G'), join(folder, ACCOUNT)];
  if (existsSync(before) && !existsSync(now)) renameSync(before, now);
}

/** The first line a NATS server sends, which says what it can do; undefined if none answers. */
export function natsInfo(url, limitMs = 2_000) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 4222) });
    let text = '';
    const answer = (info) => {
      socket.destroy();
      resolve(info);
    };
    socket.setTimeout(limitMs, () => answer(undefined));
    socket.on('error', () => answer(undefined));
    socket.on('close', () => answer(undefined));
    socket.on('data', (chunk) => {
      text += chunk;
      const [line, rest] = text.split('\r\n', 2);
      if (rest !== undefined) answer(line.startsWith('INFO ') ? JSON.parse(line.slice(5)) : undefined);
    });
  });
}

/**
 * Whether JetStream is blocked or switched off although the server runs: NATS 2.9 does the one when a write fails, newer
 * servers the other, until they are started again.
 */
export async function isJetStreamSilent(url, limitMs = 5_000) {
  let connection;
  try {
    connection = await openBus(url, { reconnect: false, timeout: limitMs });
    const answer = await connection.request('$JS.API.INFO', undefined, { timeout: limitMs });
    return answer.json().error !== undefined;
  } catch (error) {
    return SILENT.has((error.cause ?? error).code);
  } finally {
    // Not awaited: a server that is blocked never closes its end.
    void connection?.close();
  }
}

/** Checks an existing server before anything is started on it: the first in a cluster's list that answers. */
export async function checkExistingNats({ callsUrl, eventsUrl }) {
  if (!callsUrl) throw new StartError('NATS_CALLS_URL: is needed beside NATS_EVENTS_URL, or NATS_URL for both.');
  const servers = eventsUrl.split(',').map((server) => (server.includes('://') ? server : `nats://${server}`));
  const infos = await Promise.all(servers.map((server) => natsInfo(server, 10_000)));
  const info = infos.find(Boolean);
  const host = servers.map((server) => new URL(server).host).join(', ');
  if (!info) throw new StartError(`NATS_URL: no NATS server answers at ${host}.`);
  if (!info.jetstream)
    throw new StartError(`NATS_URL: the NATS server at ${host} runs without JetStream; start it with -js.`);
}
