import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from './service-log.mjs';

const require = createRequire(import.meta.url);
const PATIENCE = 30_000;
const SOURCE = 'identity';

/** A service's table of the people identity announces. It is not a view: identity's events fill it. */
export const PEOPLE = 'technicians';

/** Makes the service consume identity's events from the first on, asking for the current state of each person named. */
export async function reloadPeople(product, service, signal) {
  const { readPosition } = require('@repairline/messaging/consumed-position');
  const { consumerRole } = require('@repairline/messaging/consumed-dead-letters');
  const { recallLeader } = require('@repairline/service-kit/leadership');
  const { pool } = openDatabase(product, service);
  try {
    const wanted = await readPosition(pool, SOURCE);
    // A stored person is kept unless an event is newer, so the stored positions have to go.
    await pool.query('update technicians set identity_position = 0');
    await pool.query('update consumed_positions set position = 0 where source = $1', [SOURCE]);
    await recallLeader(pool, consumerRole(SOURCE));
    for (const deadline = Date.now() + PATIENCE; (await readPosition(pool, SOURCE)) < wanted;) {
      if (Date.now() > deadline)
        throw new Error(`${service} does not take in the events of ${SOURCE}. Are both running?`);
      await pause(100, undefined, { signal });
    }
    const { rows } = await pool.query('select count(*) as count from technicians');
    console.log(`${service} ${PEOPLE} have been taken in again: ${rows[0].count} people.`);
    return 0;
  } finally {
    await pool.end();
  }
}
