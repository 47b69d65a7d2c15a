import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ACCOUNT, OPERATOR } from '../bus/configuration.mjs';
import { configFile, reachedAt, storeFolder, writeBusConfiguration } from '../bus/embedded.mjs';
import { eventsUser, FOLLOWING } from '../bus/rights.mjs';
import { StartError } from './say.mjs';

/**
 * Go's runtime keeps what one burst of events has needed without a soft limit of its memory, and with more than one processor
 * wakes threads that look for work in vain: a fifth to a quarter of the bus's time at 50 changes a second. One is enough for
 * all that the services of one machine say.
 */
const GO_RUNTIME = { GOMEMLIMIT: '64MiB', GOMAXPROCS: '1' };

/** `passwords`: see secrets.mjs. Addresses name the user that they are for. */
export function embeddedNats({ binary, dataDir, host, port, passwords }) {
  const folder = join(dataDir, 'nats');
  return {
    url: busAddress({ host, port }, OPERATOR, passwords.operator),
    urlOf: (service) => busAddress({ host, port }, service, passwords[service]),
    eventsUrlOf: (service) =>
      FOLLOWING.includes(service) ? busAddress({ host, port }, eventsUser(service), passwords[service]) : undefined,
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
  return `nats://${user}:${password}@${reachedAt(place)}`;
}

/** What was stored before the bus had accounts goes on as the product's own. */
function adoptStreams(folder) {
  const [before, now] = [join(folder, '$G'), join(folder, ACCOUNT)];
  if (existsSync(before) && !existsSync(now)) renameSync(before, now);
}

/** The first line a NATS server sends says what it can do; undefined when none answers. */
export function natsInfo(url, limit = 2_000) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 4222) });
    let text = '';
    const answer = (info) => {
      socket.destroy();
      resolve(info);
    };
    socket.setTimeout(limit, () => answer(undefined));
    socket.on('error', () => answer(undefined));
    socket.on('close', () => answer(undefined));
    socket.on('data', (chunk) => {
      text += chunk;
      const [line, rest] = text.split('\r\n', 2);
      if (rest !== undefined) answer(line.startsWith('INFO ') ? JSON.parse(line.slice(5)) : undefined);
    });
  });
}

/** Checks an existing server before anything is started on it: of a cluster's list the first that answers. */
export async function checkExistingNats(url) {
  const servers = url.split(',').map((server) => (server.includes('://') ? server : `nats://${server}`));
  const infos = await Promise.all(servers.map((server) => natsInfo(server, 10_000)));
  const info = infos.find(Boolean);
  const host = servers.map((server) => new URL(server).host).join(', ');
  if (!info) throw new StartError(`NATS_URL: no NATS server answers at ${host}.`);
  if (!info.jetstream)
    throw new StartError(`NATS_URL: the NATS server at ${host} runs without JetStream; start it with -js.`);
}
