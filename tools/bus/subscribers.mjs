import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withLock } from '../shared/lock.mjs';
import { SUBSCRIBER_API } from './configuration.mjs';
import { localAddress, readListenAddress, readSubscribers, writeSubscribers } from './embedded.mjs';
import { withBus } from './operator.mjs';
import { reloadWith } from './reload.mjs';
import { EVENTS, publishedSubjects } from './rights.mjs';
import { SERVICES_WITH_LOG } from '../start/services.mjs';

const require = createRequire(import.meta.url);
const NAME = /^[a-z][a-z0-9-]{1,31}$/;
/** Who publishes events. */
export const CONTEXTS = SERVICES_WITH_LOG;

const PATIENCE_MS = 30_000;
const PAUSE_MS = 200;
/** Loaded late: what writes the configuration alone needs no build. */
const stream = () => require('@repairline/messaging/events-stream');

const UNDECIDED = new Set(['TIMEOUT', '503']);

const DESCRIPTION = 'A subscriber of the product';

/**
 * Makes a subscriber: its durable consumer, and credentials that can pull from and acknowledge to that consumer only.
 * `bus` is `{ dataDir, url, passwords, pid }`. Without `pid` the server is run elsewhere and is configured by hand;
 * without `dataDir` its consumers are the list of subscribers.
 * @returns what the subscriber needs, with the only copy of its secret
 */
export async function addSubscriber(bus, { name, context }) {
  if (!NAME.test(name))
    throw new Error('A name has 2 to 32 lowercase letters, digits and dashes, and begins with a letter.');
  if (context !== undefined && !CONTEXTS.includes(context))
    throw new Error(`--context is one of ${CONTEXTS.join(', ')}.`);
  return withSubscribersLock(bus, async () => {
    const before = await knownTo(bus);
    if (before.some((subscriber) => subscriber.name === name))
      throw new Error(`There is already a subscriber ${name}.`);
    const { nkeys } = require('nats');
    const pair = nkeys.createUser();
    const subscriber = { name, publicKey: pair.getPublicKey(), context, createdAt: new Date().toISOString() };
    await withConsumers(bus, async (consumers) => {
      const found = await lookUp(consumers, name);
      if (found && !isSubscriber(found)) throw new Error(`The name ${name} is taken by a consumer of the product.`);
      // Left by an interrupted `add` or `remove`: nobody has its key.
      if (found) await consumers.delete(EVENTS, name);
    });
    await withConsumers(bus, (consumers) => consumers.add(EVENTS, durableOf(subscriber)));
    // The account first: a server that loads account and user together does not route from it into the product's.
    if (bus.pid) await reloadWith(bus, [...before, { name }]);
    if (bus.pid) await reloadWith(bus, [...before, subscriber]);
    keep(bus, [...before, subscriber]);
    return credentialsOf(bus, subscriber, new TextDecoder().decode(pair.getSeed()));
  });
}

/** The key by which the server knows the holder of the credentials. */
export function publicKeyOf({ nkey }) {
  return require('nats').nkeys.fromSeed(new TextEncoder().encode(nkey)).getPublicKey();
}

/** Removes a subscriber. Its connections are closed at once, and its position in the events is lost. */
export function removeSubscriber(bus, name) {
  return withSubscribersLock(bus, async () => {
    const before = await knownTo(bus);
    const left = before.filter((subscriber) => subscriber.name !== name);
    const found = await withConsumers(bus, (consumers) => lookUp(consumers, name));
    // A consumer that is not in the list was left by an interrupted `add` or `remove`.
    if (left.length === before.length && !(found && isSubscriber(found)))
      throw new Error(`There is no subscriber ${name}.`);
    if (bus.pid) await reloadWith(bus, left);
    keep(bus, left);
    await withConsumers(bus, async (consumers) => {
      if (await lookUp(consumers, name)) await consumers.delete(EVENTS, name);
    });
  });
}

/**
 * Each subscriber with the events waiting for it and its position, which are undefined if its consumer is gone; and
 * whether that is beyond the stream, so that new events are passed over.
 */
export async function listSubscribers(bus) {
  const known = await knownTo(bus);
  return withConsumers(bus, (consumers, manager) =>
    Promise.all(
      known.map(async (subscriber) => {
        const state = await consumers.info(EVENTS, subscriber.name).catch(() => undefined);
        return {
          ...subscriber,
          state,
          isBeyond: state !== undefined && (await stream().isBeyondStream(manager, state)),
        };
      }),
    ),
  );
}

/** Lets a subscriber begin with the first event again; it skips what it has counted. */
export function rewindSubscriber(bus, name) {
  return withSubscribersLock(bus, async () => {
    const subscriber = (await knownTo(bus)).find((known) => known.name === name);
    if (!subscriber) throw new Error(`There is no subscriber ${name}.`);
    await withConsumers(bus, (_consumers, manager) => begin(manager, subscriber));
  });
}

/** Gives a subscriber the consumer that it should have, from the first event on. */
async function begin(manager, subscriber) {
  const found = await lookUp(manager.consumers, subscriber.name);
  if (found) await stream().rewind(manager, found);
  else await manager.consumers.add(EVENTS, durableOf(subscriber));
}

/**
 * After the bus has lost its storage, or the last events that it had delivered, its subscribers start over and skip what
 * they have counted.
 */
export async function restoreSubscribers(bus, connection) {
  const manager = await connection.jetstreamManager();
  const isFine = async ({ name }) => {
    const found = await lookUp(manager.consumers, name);
    return found !== undefined && !(await stream().isBeyondStream(manager, found));
  };
  const fine = await Promise.all(readSubscribers(bus.dataDir).map(isFine));
  if (fine.every(Boolean)) return;
  // In turn, so that it does not restore one that is being removed.
  await withSubscribersLock(bus, async () => {
    for (const subscriber of readSubscribers(bus.dataDir))
      if (!(await isFine(subscriber))) await begin(manager, subscriber);
  });
}

function withSubscribersLock({ dataDir }, work) {
  return dataDir ? withLock(join(dataDir, 'nats', 'subscribers.turn.json'), work) : work();
}

async function knownTo(bus) {
  if (bus.dataDir) return readSubscribers(bus.dataDir);
  return withConsumers(bus, async (consumers) => {
    const found = [];
    for await (const { name, config, created } of consumers.list(EVENTS)) {
      const context = /^repairline\.(\w+)\./.exec(config.filter_subject ?? '')?.[1];
      if (isSubscriber({ config })) found.push({ name, context, createdAt: created });
    }
    return found.sort((one, other) => one.createdAt.localeCompare(other.createdAt));
  });
}

function keep({ dataDir }, subscribers) {
  if (dataDir) writeSubscribers(dataDir, subscribers);
}

/** What subscribers are told about it is in the contracts. */
export function durableOf({ name, context }) {
  return {
    durable_name: name,
    description: DESCRIPTION,
    ack_policy: 'explicit',
    deliver_policy: 'all',
    max_ack_pending: 500,
    // Events held by a subscriber that died are redelivered after this; the examples handle what arrives before them.
    ack_wait: 10_000_000_000,
    ...(context && { filter_subject: publishedSubjects(context) }),
  };
}

/** Without `pid` the bus is run elsewhere, and a stored address from before that is obsolete. */
function credentialsOf({ dataDir, url, pid }, { name }, seed) {
  const servers = pid ? localAddress(readListenAddress(dataDir)) : url.replaceAll(/\/\/[^@/,]*@/g, '//');
  return { servers, nkey: seed, stream: EVENTS, consumer: name, apiPrefix: SUBSCRIBER_API };
}

/** Undefined if there is no such consumer. */
function lookUp(consumers, name) {
  return consumers.info(EVENTS, name).catch((error) => {
    if (error.code !== '404') throw error;
  });
}

const isSubscriber = ({ config }) => config.description === DESCRIPTION;

/** Retries `work` while the servers have just started and have no leader: they then do not answer, or refuse. */
function withConsumers({ url }, work) {
  return withBus(url, async (connection) => {
    const manager = await connection.jetstreamManager({ checkAPI: false });
    for (const deadline = Date.now() + PATIENCE_MS; ; await pause(PAUSE_MS)) {
      try {
        return await work(manager.consumers, manager);
      } catch (error) {
        if (!UNDECIDED.has(error.code)) throw error;
        if (Date.now() > deadline)
          throw new Error('The message bus does not answer. Try again later.', { cause: error });
      }
    }
  });
}
