import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase, openLog } from './service-log.mjs';
import { counted } from './words.mjs';

const require = createRequire(import.meta.url);
/** Without any progress; an event that cannot be taken in is tried for 12 s. */
const PATIENCE = 30_000;
const SOURCE = 'identity';

/** A service's table of the people identity announces. It is not a view: identity's events fill it. */
export const PEOPLE = 'technicians';

/**
 * Makes the service consume identity's events from the first on, asking for the current state of each person named, and
 * removes the people whom no event names.
 */
export async function reloadPeople(product, service, signal) {
  const { pool } = openDatabase(product, service);
  const lock = await pool.connect();
  try {
    if (!(await isFirst(lock, service)))
      throw new Error(`The people of ${service} are being taken in already. Wait until that is done.`);
    await takeInAgain(pool, service, signal);
    await removeUnnamed(product, service, pool);
    const { rows } = await pool.query('select count(*) as count from technicians');
    console.log(`${service} ${PEOPLE} have been taken in again: ${counted(rows[0].count)} people.`);
    return 0;
  } finally {
    // The lock ends with the connection.
    lock.release(true);
    await pool.end();
  }
}

async function isFirst(connection, service) {
  const { rows } = await connection.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as mine', [
    `${service}:${PEOPLE}`,
  ]);
  return rows[0].mine;
}

async function takeInAgain(pool, service, signal) {
  const { readPosition } = require('@repairline/messaging/consumed-position');
  const { consumerRole } = require('@repairline/messaging/consumed-dead-letters');
  const { recallLeader } = require('@repairline/service-kit/leadership');
  const wanted = await readPosition(pool, SOURCE);
  const [{ now }] = (await pool.query('select now()')).rows;
  // A stored person is kept unless an event is newer, so the stored positions have to go.
  await pool.query('update technicians set identity_position = 0');
  await pool.query('update consumed_positions set position = 0 where source = $1', [SOURCE]);
  await recallLeader(pool, consumerRole(SOURCE));
  for (let [before, deadline] = [0, Date.now() + PATIENCE]; ;) {
    await refuseFailed(pool, service, now);
    const position = await readPosition(pool, SOURCE);
    if (position >= wanted) return refuseFailed(pool, service, now);
    if (position > before) [before, deadline] = [position, Date.now() + PATIENCE];
    if (Date.now() > deadline)
      throw new Error(`${service} does not take in the events of ${SOURCE}. Are both running?`);
    await pause(100, undefined, { signal });
  }
}

/** @throws if an event has become a dead letter again */
async function refuseFailed(pool, service, since) {
  const { rows } = await pool.query(
    `select position from consumed_dead_letters
     where source = $1 and state <> 'left out' and last_failed_at >= $2 order by position limit 1`,
    [SOURCE, since],
  );
  if (rows.length === 0) return;
  const { position } = rows[0];
  throw new Error(
    `${service} cannot take in event ${position} of ${SOURCE}, a dead letter. Retry or skip it, then rebuild: npm run dead-letters -- list`,
  );
}

/** The log decides who is removed: a person may be missing in identity's own list. */
async function removeUnnamed(product, service, pool) {
  const { rows } = await pool.query('select user_id from technicians where identity_position = 0');
  if (rows.length === 0) return;
  const named = await peopleInLog(product);
  const unnamed = rows.map(({ user_id }) => user_id).filter((id) => !named.has(id));
  // Services never delete a person, so their roles may not.
  const { createPool } = require('@repairline/service-kit/database');
  const owner = createPool(product.databaseAdminUrl, 'log tools', 1);
  try {
    await owner.query(`delete from ${service}.technicians where user_id = any($1) and identity_position = 0`, [
      unnamed,
    ]);
  } finally {
    await owner.end();
  }
}

async function peopleInLog(product) {
  const { logPages } = require('@repairline/event-store/log-pages');
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
