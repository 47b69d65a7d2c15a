import { createRequire } from 'node:module';
import { userInfo } from 'node:os';
import { resolveConnections } from '../shared/running-product.mjs';
import { readArguments, ROOT, runCommand, UsageError } from '../shared/run-command.mjs';
import { openDatabase, SERVICES } from '../shared/service-log.mjs';

const require = createRequire(import.meta.url);
const deadLetters = () => require('@repairline/event-store/dead-letters');
const USAGE = `Shows the events that a view or a reaction could not take in or the relay could not publish, and retries or skips them.

  npm run dead-letters -- list|retry|skip [service name position]
  npm run dead-letters -- list
  npm run dead-letters -- retry repairs device-list 4711    tries again, from that event on
  npm run dead-letters -- skip repairs device-list 4711     does without the event, in rebuilds too`;

function readWanted(args) {
  const [verb, service, name, position, ...more] = readArguments(args).positionals;
  if (verb === 'list' && !service) return { verb };
  if (verb !== 'retry' && verb !== 'skip')
    throw new UsageError(verb === 'list' ? 'list takes nothing more: it shows all.' : 'Use list, retry or skip.');
  if (!SERVICES.includes(service) || !name || !/^\d{1,15}$/.test(position ?? '') || more.length > 0) {
    throw new UsageError(`${verb} takes a service, a name and a position, as list shows them.`);
  }
  return { verb, service, name, position: Number(position) };
}

async function list(product) {
  const found = [];
  for (const service of SERVICES) {
    await withDatabase(product, service, async (pool) => {
      for (const letter of await deadLetters().listDeadLetters(pool)) found.push({ service, ...letter });
    });
  }
  if (found.length === 0) return console.log('There are no dead letters.');
  for (const { service, follower, position, type, error, since, state } of found) {
    console.log(`${service} ${follower} ${position}  ${state}  ${type}  ${error}  since ${since}`);
  }
}

/** In a container a user id need not have a name. */
function whoRunsThis() {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid()}`;
  }
}

/** Whose dead letters a name means: a view's, the relay's, or with `from-` those of the consumer of a context. */
function followerNamed(name) {
  const { consumerFollower } = require('@repairline/messaging/consuming/with-dead-letters');
  const { relayFollower } = require('@repairline/messaging/publishing/relay-cursor');
  const { viewFollower } = require('@repairline/projections/following/checkpoints');
  if (name === relayFollower.name) return relayFollower;
  const source = /^from-(.+)$/.exec(name)?.[1];
  return source ? consumerFollower(source) : viewFollower(name);
}

/** @returns what remains to be done; undefined if there is no such dead letter */
async function retry(pool, { service, name, position }) {
  const { readSkipped, retryDeadLetter } = deadLetters();
  // Subscribers have read on, and none would see the gap filled.
  if (name === 'relay' && (await readSkipped(pool)).get(name)?.has(position))
    throw new Error(
      `Event ${position} of ${service} has been skipped: subscribers have read past it, so it cannot be published any more.`,
    );
  return retryDeadLetter(pool, followerNamed(name), position);
}

const skip = (pool, { name, position }) =>
  deadLetters().skipDeadLetter(pool, followerNamed(name), position, whoRunsThis());

async function withDatabase(product, service, work) {
  const { pool } = openDatabase(product, service);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

await runCommand(USAGE, async (args) => {
  const wanted = readWanted(args);
  const product = await resolveConnections(ROOT);
  if (wanted.verb === 'list') return list(product);
  const { verb, service, name, position } = wanted;
  const done = await withDatabase(product, service, (pool) => (verb === 'retry' ? retry : skip)(pool, wanted));
  if (!done) throw new Error(`There is no such dead letter: ${service} ${name} ${position}.`);
  if (verb === 'skip') console.log('The event is skipped from now on.');
  else if (done === 'rebuild')
    console.log(`The view has already read past it. To include it: npm run rebuild -- ${service} ${name}`);
  else console.log('The event is being tried again.');
});
