import { join } from 'node:path';
import { print, readArguments, ROOT, runCommand, UsageError } from '../shared/run-command.mjs';
import { resolveConnections } from '../shared/running-product.mjs';
import { readJson } from '../shared/data-folder.mjs';
import { busPasswords } from '../start/secrets.mjs';
import { ACCOUNT, subscriberAccount } from './configuration.mjs';
import { readListenAddress } from './embedded.mjs';
import {
  addSubscriber,
  CONTEXTS,
  listSubscribers,
  publicKeyOf,
  removeSubscriber,
  rewindSubscriber,
} from './subscribers.mjs';

const USAGE = `Lets programs outside the product follow its events.

  npm run -s consumer -- add <name> [--context ${CONTEXTS.join('|')}] > credentials.json
  npm run consumer -- list
  npm run consumer -- remove <name>
  npm run consumer -- rewind <name>     lets it begin with the first event again, if list says so

The credentials are shown once. They can pull and acknowledge that subscriber's own events, and nothing else.`;

/** One context or all: on the oldest supported servers a durable consumer has one filter. */
function readWanted(args) {
  const { values, positionals } = readArguments(args, { context: { type: 'string', multiple: true } });
  const [verb, name, ...more] = positionals;
  const { context: contexts = [] } = values;
  if (!['add', 'list', 'remove', 'rewind'].includes(verb))
    throw new UsageError(`Use add, list, remove or rewind${verb ? `, not ${verb}` : ''}.`);
  if (verb === 'list' && name) throw new UsageError('list takes no name.');
  if (verb !== 'list' && !name) throw new UsageError(`${verb} takes the name of a subscriber.`);
  if (more.length > 0) throw new UsageError(`${verb} takes only one name, not ${more.join(' ')} as well.`);
  if (verb !== 'add' && contexts.length > 0) throw new UsageError(`${verb} takes no --context.`);
  if (contexts.length > 1)
    throw new UsageError('Give one --context, or none for all. For several, add a subscriber for each.');
  return { verb, name, context: contexts[0] };
}

/** Only the embedded bus has a process here. One that is run in containers keeps the list of its subscribers itself. */
function findBus({ dataDir, natsEventsUrl: url, secrets }) {
  if (!dataDir) return { url };
  const process = readJson(join(dataDir, 'children.json'))?.nats;
  const isOurs = process !== undefined && url.endsWith(`:${readListenAddress(dataDir)?.port}`);
  return { dataDir, url, passwords: busPasswords(secrets), pid: isOurs ? process.pid : undefined };
}

async function add(bus, wanted) {
  const credentials = await addSubscriber(bus, wanted);
  try {
    await print(`${JSON.stringify(credentials, null, 2)}\n`);
  } catch (error) {
    await removeSubscriber(bus, wanted.name);
    console.error(`The credentials could not be written (${error.message}), so ${wanted.name} is removed again.`);
    return 2;
  }
  if (bus.pid) return 0;
  const account = subscriberAccount({ name: wanted.name, publicKey: publicKeyOf(credentials) });
  console.error(
    `This bus has a configuration of its own. Add this next to the account ${ACCOUNT} there, and restart the bus:\n${account}`,
  );
  return 0;
}

async function list(bus) {
  const rows = await listSubscribers(bus);
  if (rows.length === 0) return console.log('There are no subscribers.');
  for (const { name, context, createdAt, state, isBeyond } of rows) {
    const waiting = state ? `${state.num_pending + state.num_ack_pending} events waiting` : 'its consumer is gone';
    const seen = state?.ack_floor.last_active ? `, last active ${state.ack_floor.last_active}` : '';
    const missing = isBeyond ? `, misses new events: npm run consumer -- rewind ${name}` : '';
    console.log(`${name}  ${context ?? 'all contexts'}  since ${createdAt}  ${waiting}${seen}${missing}`);
  }
}

async function remove(bus, name) {
  await removeSubscriber(bus, name);
  console.log(`${name} is removed; its credentials no longer work.`);
  if (!bus.pid) console.error(`You can remove its account, subscriber-${name}, from the configuration of the bus.`);
}

async function rewind(bus, name) {
  await rewindSubscriber(bus, name);
  console.log(`${name} begins with the first event again. A program that goes by positions skips what it has.`);
}

await runCommand(USAGE, async (args) => {
  const { verb, ...wanted } = readWanted(args);
  const bus = findBus(await resolveConnections(ROOT));
  if (verb === 'list') return list(bus);
  if (verb === 'remove') return remove(bus, wanted.name);
  if (verb === 'rewind') return rewind(bus, wanted.name);
  return add(bus, wanted);
});
