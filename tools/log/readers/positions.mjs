import { createRequire } from 'node:module';
import { attempt, lasting } from './findings.mjs';
import { replayWords } from '../words.mjs';

const require = createRequire(import.meta.url);

/**
 * Positions of views, relays and consumers that do not reach their log's head, as it was when this began, or lie beyond
 * the head; and dead letters that nobody has decided on. `{ service, text }` each.
 */
export async function positionFindings(logs, pools) {
  const [heads, unreadable] = [new Map(), []];
  for (const { service, store } of logs)
    unreadable.push(...(await attempt(service, 'log', async () => void heads.set(service, await store.head()))));
  const readable = logs.filter(({ service }) => heads.has(service));
  const found = await lasting(() => findPositions(readable, pools, heads));
  return [...unreadable, ...found, ...(await deadLetters(pools))];
}

/** Views of a followed log that do not reach its head, as it was when this began, or lie beyond it, or have stopped. */
export async function viewFindings(log) {
  const wanted = await log.store.head();
  return lasting(() => viewPositions(log, wanted));
}

async function findPositions(logs, pools, heads) {
  const found = [];
  const published = new Map();
  for (const log of logs) {
    const wanted = heads.get(log.service);
    found.push(...(await attempt(log.service, 'views', () => viewPositions(log, wanted))));
    found.push(...(await attempt(log.service, 'relay', () => relayPosition(log, wanted, published))));
  }
  for (const [service, pool] of pools) {
    const find = () => consumedPositions(service, pool, { logs, heads, published });
    found.push(...(await attempt(service, 'consumers', find)));
  }
  return found;
}

async function viewPositions({ service, pool, store, views }, wanted) {
  const checkpoints = (await pool.query('select view, position, state from view_checkpoints')).rows;
  const found = views.map(async ({ name }) => {
    const { position = 0, state } = checkpoints.find(({ view }) => view === name) ?? {};
    const again = `npm run rebuild -- ${service} ${name}`;
    const where = await compared(service, { what: `the view ${name}`, again }, position, wanted, () => store.head());
    if (where.length > 0 || state !== 'stopped') return where;
    const remedy = `npm run dead-letters -- list tells why; without a dead letter, ${again}`;
    return [{ service, text: `${service}: the view ${name} has stopped at ${position}. ${remedy}` }];
  });
  return (await Promise.all(found)).flat();
}

async function relayPosition({ service, pool, store, publish }, wanted, published) {
  const { lastPublished } = require('@repairline/messaging/publishing/published-log');
  const { readRelayCursor } = require('@repairline/messaging/publishing/relay-cursor');
  const { skippedByRelay } = require('@repairline/messaging/publishing/relay-cursor');
  const { position, predecessor } = await readRelayCursor(pool, service);
  const again = replayWords(service, wanted);
  const where = await compared(service, { what: 'the relay', again }, position, wanted, () => store.head());
  const log = { store, publish, skipped: await skippedByRelay(pool) };
  // At the log's beginning a relay notes there how far it was published before.
  const last = position === 0 ? predecessor : await lastPublished(log, position);
  published.set(service, last);
  if (predecessor === last) return where;
  const text = `${service}: the relay takes ${predecessor} for the last event published, which is ${last}. ${replayWords(service, last)}`;
  return [...where, { service, text }];
}

async function consumedPositions(service, pool, { logs, heads, published }) {
  const { rows } = await pool.query('select source, position from consumed_positions');
  const found = rows.map(({ source, position }) => {
    if (!published.has(source)) return [];
    const now = () => logs.find((log) => log.service === source).store.head();
    const wanted = Math.min(published.get(source), heads.get(source));
    return compared(
      service,
      { what: `what follows ${source}`, again: againWords(service, source) },
      position,
      wanted,
      now,
    );
  });
  return (await Promise.all(found)).flat();
}

/** The command by which a service takes in a source's events from the first on. */
function againWords(service, source) {
  if (source === 'identity') return `npm run rebuild -- ${service} technicians`;
  return `npm run rebuild -- ${service} reactions`;
}

/** Where the log is longer, what follows it is on its way, or says elsewhere why it has stopped. */
async function compared(service, { what, again }, position, wanted, head) {
  if (position < wanted) return [{ service, text: `${service}: ${what} is at ${position}, the log at ${wanted}` }];
  const end = position > wanted ? await head() : wanted;
  if (position <= end) return [];
  return [{ service, text: `${service}: ${what} is at ${position}, beyond the log, which ends at ${end}. ${again}` }];
}

async function deadLetters(pools) {
  const { listDeadLetters } = require('@repairline/event-store/dead-letters');
  const found = [];
  for (const [service, pool] of pools) {
    const undecided = async () =>
      (await listDeadLetters(pool))
        .filter(({ state }) => state !== 'skipped')
        .map(({ follower, position, state }) => ({
          service,
          text: `${service} ${follower}: event ${position} is a dead letter, ${state}`,
        }));
    found.push(...(await attempt(service, 'dead letters', undecided)));
  }
  return found;
}
