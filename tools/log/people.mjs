import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from './service-log.mjs';

const require = createRequire(import.meta.url);
const PATIENCE = 30_000;
const SOURCE = 'identity';

/** What a service calls the people that identity tells of. No view: they come by identity's events. */
export const PEOPLE = 'technicians';

/** Has the service take in identity's events from the first on: each names somebody who is then asked for as they are now. */
export async function takePeopleAnew(product, service, signal) {
  const { readPosition } = require('@repairline/messaging/consumed-position');
  const { consumerRole } = require('@repairline/messaging/consumed-dead-letters');
  const { recallLeader } = require('@repairline/service-kit/leadership');
  const { pool } = openDatabase(product, service);
  try {
    const wanted = await readPosition(pool, SOURCE);
    // What is known is believed to be as new as the event that told of it.
    await pool.query('update technicians set identity_position = 0');
    await pool.query('update consumed_positions set position = 0 where source = $1', [SOURCE]);
    await recallLeader(pool, consumerRole(SOURCE));
    for (const deadline = Date.now() + PATIENCE; (await readPosition(pool, SOURCE)) < wanted;) {
      if (Date.now() > deadline) throw new Error(`${service} does not take in what ${SOURCE} tells. Do both run?`);
      await pause(100, undefined, { signal });
    }
    const { rows } = await pool.query('select count(*) as count from technicians');
    console.log(`${service} ${PEOPLE} are taken in anew: ${rows[0].count} people.`);
    return 0;
  } finally {
    await pool.end();
  }
}
