import { createRequire } from 'node:module';
import { alone } from './alone.mjs';
import { consumeAgain } from './consume-again.mjs';
import { attempt, lasting } from './findings.mjs';
import { openDatabase, openLog } from '../../shared/service-log.mjs';
import { counted } from '../words.mjs';

const require = createRequire(import.meta.url);
const SOURCE = 'identity';

/** A service's table of the people identity announces. It is not a view: identity's events fill it. */
export const TECHNICIANS = 'technicians';

/**
 * Makes the service consume identity's events from the first on, asking for the current state of each person named, and
 * removes the people whom no event names.
 */
export async function reloadTechnicians(product, service, signal) {
  const { pool } = openDatabase(product, service);
  const busy = `The people of ${service} are being taken in already. Wait until that is done.`;
  try {
    return await alone(pool, { service, part: TECHNICIANS, busy }, async () => {
      // A stored person is kept unless an event is newer, so the stored positions have to go.
      const begin = () => pool.query('update technicians set identity_position = 0');
      await consumeAgain({ product, service, source: SOURCE, pool, signal, begin });
      await removeUnnamed(product, pool);
      const { rows } = await pool.query('select count(*) as count from technicians');
      console.log(`${service} ${TECHNICIANS} have been taken in again: ${counted(rows[0].count)} people.`);
      return 0;
    });
  } finally {
    await pool.end();
  }
}

/** The log decides who is removed: a person may be missing in identity's own list. */
async function removeUnnamed(product, pool) {
  const { rows } = await pool.query('select user_id from technicians where identity_position = 0');
  if (rows.length === 0) return;
  const named = await peopleInLog(product);
  const unnamed = rows.map(({ user_id }) => user_id).filter((id) => !named.has(id));
  await pool.query('delete from technicians where user_id = any($1) and identity_position = 0', [unnamed]);
}

async function peopleInLog(product) {
  const { logPages } = require('@repairline/event-store/reading/log-pages');
  const { store, publish, close } = await openLog(product, SOURCE);
  try {
    const named = new Set();
    for await (const page of logPages(store, { after: 0 }))
      for (const envelope of page) named.add(publish(envelope)?.data.userId);
    return named;
  } finally {
    await close();
  }
}

/** Compares the people other services know with identity's own list. */
export function technicianFindings(pools) {
  return lasting(() => attempt('identity', 'people', () => compareTechnicians(pools)));
}

async function compareTechnicians(pools) {
  const people = (await pools.get('identity').query('select user_id, name, email, approved from users')).rows;
  const byId = new Map(people.map((person) => [person.user_id, JSON.stringify(person)]));
  const found = [];
  for (const [service, pool] of pools) {
    if (service === 'identity') continue;
    found.push(...(await attempt(service, 'technicians', () => techniciansOf(service, pool, people, byId))));
  }
  return found;
}

async function techniciansOf(service, pool, people, byId) {
  const { rows } = await pool.query('select user_id, name, email, approved from technicians');
  const unlike = (row) => {
    if (!byId.has(row.user_id)) return ['is not known to identity'];
    return byId.get(row.user_id) === JSON.stringify(row) ? [] : ['is not as identity has it'];
  };
  const known = new Set(rows.map(({ user_id }) => user_id));
  const missing = people.map(({ user_id }) => user_id).filter((id) => !known.has(id));
  return [
    ...rows.flatMap((row) =>
      unlike(row).map((how) => ({ service, text: `${service} technicians: ${row.user_id} ${how}` })),
    ),
    ...missing.map((id) => ({ service, text: `${service} technicians: ${id} is missing` })),
  ];
}
