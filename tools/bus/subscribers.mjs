import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inTurn } from '../start/turn.mjs';
import { SUBSCRIBER_API } from './configuration.mjs';
import { reachedAt, readPlace, readSubscribers, writeSubscribers } from './embedded.mjs';
import { withBus } from './operator.mjs';
import { reloadWith } from './reload.mjs';
import { EVENTS, publishedSubjects } from './rights.mjs';

const require = createRequire(import.meta.url);
const NAME = /^[a-z][a-z0-9-]{1,31}$/;
export const CONTEXTS = ['identity', 'repairs', 'billing'];

const PATIENCE_MS = 30_000;
const PAUSE_MS = 200;
const UNDECIDED = new Set(['TIMEOUT', '503']);

const DESCRIPTION = 'A subscriber of the product';

/**
 * Makes a subscriber: its durable consumer, and credentials that can pull and acknowledge that one and nothing else.
 * `bus` is `{ dataDir, url, passwords, pid }`; without `pid` the server is run elsewhere and has to be told by hand;
 * without `dataDir` its consumers are the list of subscribers.
 * @returns what the subscriber needs, with the one copy of its secret
 */
export async function addSubscriber(bus, { name, context }) {
  if (!NAME.test(name))
    throw new Error('A name has 2 to 32 small letters, digits and dashes, and begins with a letter.');
  if (context && !CONTEXTS.includes(context)) throw new Error(`--context is one of ${CONTEXTS.join(', ')}.`);
  return inTurnOf(bus, async () => {
    const before = await knownTo(bus);
    if (before.some((subscriber) => subscriber.name === name))
      throw new Error(`There is a subscriber ${name} already.`);
    const { nkeys } = require('nats');
    const pair = nkeys.createUser();
    const subscriber = { name, publicKey: pair.getPublicKey(), context, createdAt: new Date().toISOString() };
    await withConsumers(bus, async (consumers) => {
      const found = await lookUp(consumers, name);
      if (found && !isSubscriber(found)) throw new Error(`The name ${name} is taken by a consumer of the product.`);
      // Left by an `add` or a `remove` that broke off: nobody has the key to it.
      if (found) await consumers.delete(EVENTS, name);
    });
    await withConsumers(bus, (consumers) => consumers.add(EVENTS, durableOf(subscriber)));
    // The account first: a server that learns of account and user at once knows no way from it into the product's.
    if (bus.pid) await reloadWith(bus, [...before, { name }]);
    if (bus.pid) await reloadWith(bus, [...before, subscriber]);
    keep(bus, [...before, subscriber]);
    return credentialsOf(bus, subscriber, new TextDecoder().decode(pair.getSeed()));
  });
}

/** By which the server knows the holder of the credentials. */
export function publicKeyOf({ nkey }) {
  return require('nats').nkeys.fromSeed(new TextEncoder().encode(nkey)).getPublicKey();
}

/** Its connections are closed at once; its place in the events is forgotten. */
export function removeSubscriber(bus, name) {
  return inTurnOf(bus, async () => {
    const before = await knownTo(bus);
    const left = before.filter((subscriber) => subscriber.name !== name);
    const found = await withConsumers(bus, (consumers) => lookUp(consumers, name));
    // One that is not in the list is left by an `add` or a `remove` that broke off.
    if (left.length === before.length && !(found && isSubscriber(found)))
      throw new Error(`There is no subscriber ${name}.`);
    if (bus.pid) await reloadWith(bus, left);
    keep(bus, left);
    await withConsumers(bus, async (consumers) => {
      if (await lookUp(consumers, name)) await consumers.delete(EVENTS, name);
    });
  });
}

/** Each with what waits for it and how far it has come; undefined for a consumer that is gone. */
export async function listSubscribers(bus) {
  const known = await knownTo(bus);
  return withConsumers(bus, (consumers) =>
    Promise.all(
      known.map(async (subscriber) => ({
        ...subscriber,
        state: await consumers.info(EVENTS, subscriber.name).catch(() => undefined),
      })),
    ),
  );
}

/** After the bus has lost its storage its subscribers begin again; they pass over what they have counted. */
export async function restoreSubscribers(bus, connection) {
  const { consumers } = await connection.jetstreamManager();
  const present = await Promise.all(readSubscribers(bus.dataDir).map(({ name }) => lookUp(consumers, name)));
  if (present.every(Boolean)) return;
  // None that is being removed.
  await inTurnOf(bus, async () => {
    for (const subscriber of readSubscribers(bus.dataDir))
      if (!(await lookUp(consumers, subscriber.name))) await consumers.add(EVENTS, durableOf(subscriber));
  });
}

function inTurnOf({ dataDir }, work) {
  return dataDir ? inTurn(join(dataDir, 'nats', 'subscribers.turn.json'), work) : work();
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

function durableOf({ name, context }) {
  return {
    durable_name: name,
    description: DESCRIPTION,
    ack_policy: 'explicit',
    deliver_policy: 'all',
    max_ack_pending: 500,
    // What a subscriber that died had in hand comes again after this; see the examples for what comes meanwhile.
    ack_wait: 10_000_000_000,
    ...(context && { filter_subject: publishedSubjects(context) }),
  };
}

/** A place that is kept from before the bus was run elsewhere is nobody's. */
function credentialsOf({ dataDir, url, pid }, { name }, seed) {
  const servers = pid ? reachedAt(readPlace(dataDir)) : url.replaceAll(/\/\/[^@/,]*@/g, '//');
  return { servers, nkey: seed, stream: EVENTS, consumer: name, apiPrefix: SUBSCRIBER_API };
}

/** Undefined where there is no such consumer. */
function lookUp(consumers, name) {
  return consumers.info(EVENTS, name).catch((error) => {
    if (error.code !== '404') throw error;
  });
}

const isSubscriber = ({ config }) => config.description === DESCRIPTION;

/** Servers that have begun just now, and do not know yet who leads, answer nobody or refuse: `work` is begun again. */
function withConsumers({ url }, work) {
  return withBus(url, async (connection) => {
    const { consumers } = await connection.jetstreamManager({ checkAPI: false });
    for (const deadline = Date.now() + PATIENCE_MS; ; await pause(PAUSE_MS)) {
      try {
        return await work(consumers);
      } catch (error) {
        if (!UNDECIDED.has(error.code)) throw error;
        if (Date.now() > deadline)
          throw new Error('The message bus does not answer. Try again later.', { cause: error });
      }
    }
  });
}
