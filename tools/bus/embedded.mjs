import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, writeJson } from '../shared/data-folder.mjs';
import { checkPortIsFree, freePorts, isFree } from '../shared/ports.mjs';
import { say } from '../shared/say.mjs';
import { busConfiguration } from './configuration.mjs';

const folderOf = (dataDir) => join(dataDir, 'nats');
const placeFile = (dataDir) => join(folderOf(dataDir), 'place.json');
const subscribersFile = (dataDir) => join(folderOf(dataDir), 'subscribers.json');

export const configFile = (dataDir) => join(folderOf(dataDir), 'nats.conf');
export const storeFolder = (dataDir) => join(folderOf(dataDir), 'store');

/** What `npm run consumer` has made: `{ name, publicKey, context, createdAt }`. Only the subscriber has the secret. */
export function readSubscribers(dataDir) {
  return readJson(subscribersFile(dataDir)) ?? [];
}

export function writeSubscribers(dataDir, subscribers) {
  writeJson(subscribersFile(dataDir), subscribers);
}

/** Writes the configuration that the server reads at start and at every SIGHUP. @returns the password of its probe */
export function writeBusConfiguration({ dataDir, host, port, passwords, subscribers = readSubscribers(dataDir) }) {
  writeJson(placeFile(dataDir), { host, port });
  const listen = `${bracketed(host)}:${port}`;
  const probe = randomBytes(16).toString('hex');
  const configuration = busConfiguration({ listen, store: storeFolder(dataDir), passwords, subscribers, probe });
  writeFileSync(configFile(dataDir), configuration, { mode: 0o600 });
  return probe;
}

/** Where the server listens, for rewriting its configuration. */
export function readListenAddress(dataDir) {
  return readJson(placeFile(dataDir));
}

const bracketed = (host) => (host.includes(':') ? `[${host}]` : host);

/** The server's address from this machine: the loopback address if it listens everywhere. */
export function localAddress({ host, port }) {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  return `${isEverywhere ? '127.0.0.1' : bracketed(host)}:${port}`;
}

/** The previous port if it is still free, so that subscribers find the bus again after a restart. */
export async function busPort(dataDir, wanted) {
  if (wanted) {
    await checkPortIsFree(wanted, 'NATS_PORT');
    return wanted;
  }
  const last = readListenAddress(dataDir)?.port;
  if (last && (await isFree(last))) return last;
  const [port] = await freePorts(1);
  if (last && readSubscribers(dataDir).length > 0)
    say(
      `The message bus moves from port ${last}, which is taken, to ${port}. Give its subscribers the new port, or set NATS_PORT.`,
    );
  return port;
}
