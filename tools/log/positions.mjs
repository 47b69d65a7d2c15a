import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';

const require = createRequire(import.meta.url);
const PATIENCE = 10_000;

/**
 * Positions of views, relays and consumers that do not come up to their heads, as they were when this began, or lie beyond
 * them; and dead letters that nobody has decided on. `{ service, text }` each.
 */
export async function positionFindings(logs, pools) {
  const heads = new Map(await Promise.all(logs.map(async ({ service, store }) => [service, await store.head()])));
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const found = await findPositions(logs, pools, heads);
    if (found.length === 0 || Date.now() > deadline) return [...found, ...(await deadLetters(pools))];
    await pause(250);
  }
}

async function findPositions(logs, pools, heads) {
  const found = [];
  const published = new Map();
  for (const { service, pool, store, views } of logs) {
    const [wanted, now] = [heads.get(service), () => store.head()];
    const checkpoints = (await pool.query('select view, position from view_checkpoints')).rows;
    for (const { name } of views) {
      const position = checkpoints.find(({ view }) => view === name)?.position ?? 0;
      found.push(...(await compared(service, `the view ${name}`, position, wanted, now)));
    }
    const { rows } = await pool.query('select position, predecessor from relay_cursors where name = $1', [service]);
    const cursor = rows[0] ?? { position: 0, predecessor: 0 };
    published.set(service, cursor.predecessor);
    found.push(...(await compared(service, 'the relay', cursor.position, wanted, now)));
  }
  for (const [service, pool] of pools) {
    const { rows } = await pool.query('select source, position from consumed_positions');
    for (const { source, position } of rows) {
      const now = () => logs.find((log) => log.service === source).store.head();
      const wanted = Math.min(published.get(source), heads.get(source));
      found.push(...(await compared(service, `what follows ${source}`, position, wanted, now)));
    }
  }
  return found;
}

async function compared(service, what, position, wanted, head) {
  if (position < wanted) return [{ service, text: `${service}: ${what} is at ${position}, the log at ${wanted}` }];
  const end = position > wanted ? await head() : wanted;
  return position > end
    ? [{ service, text: `${service}: ${what} is at ${position}, beyond the log, which ends at ${end}` }]
    : [];
}

async function deadLetters(pools) {
  const { listDeadLetters } = require('@repairline/projections/dead-letters');
  const { listConsumedDeadLetters } = require('@repairline/messaging/consumed-dead-letters');
  const found = [];
  for (const [service, pool] of pools) {
    const letters = [
      ...(await listDeadLetters(pool)).map((letter) => ({ ...letter, name: letter.view })),
      ...(await listConsumedDeadLetters(pool)).map((letter) => ({ ...letter, name: `from-${letter.source}` })),
    ];
    for (const { name, position, state } of letters.filter((letter) => letter.state !== 'left out')) {
      found.push({ service, text: `${service} ${name}: event ${position} is a dead letter, ${state}` });
    }
  }
  return found;
}

/** People as other services know them against identity's own list. */
export async function technicianFindings(pools) {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const found = await findTechnicians(pools);
    if (found.length === 0 || Date.now() > deadline) return found;
    await pause(250);
  }
}

async function findTechnicians(pools) {
  const people = (await pools.get('identity').query('select user_id, name, email, approved from users')).rows;
  const byId = new Map(people.map((person) => [person.user_id, JSON.stringify(person)]));
  const found = [];
  for (const [service, pool] of pools) {
    if (service === 'identity') continue;
    const { rows } = await pool.query('select user_id, name, email, approved from technicians');
    const wrong = rows.filter((row) => byId.get(row.user_id) !== JSON.stringify(row)).map(({ user_id }) => user_id);
    const known = new Set(rows.map(({ user_id }) => user_id));
    const missing = people.map(({ user_id }) => user_id).filter((id) => !known.has(id));
    for (const id of wrong) found.push({ service, text: `${service} technicians: ${id} is not as identity has it` });
    for (const id of missing) found.push({ service, text: `${service} technicians: ${id} is missing` });
  }
  return found;
}
