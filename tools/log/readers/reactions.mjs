import { createRequire } from 'node:module';
import { alone } from './alone.mjs';
import { consumeAgain } from './consume-again.mjs';
import { openDatabase } from '../../shared/service-log.mjs';

const require = createRequire(import.meta.url);
const SERVICE = 'billing';
const SOURCE = 'repairs';

/** Billing's answers to repairs' events, as health names them. */
export const REACTIONS = 'reactions';

/** Makes billing consume repairs' events from the first on. Those it has answered already change nothing. */
export async function reactAgain(product, signal) {
  const { readPosition } = require('@repairline/messaging/consuming/consumed-position');
  const { pool } = openDatabase(product, SERVICE);
  const busy = `${SERVICE} is taking in the events of ${SOURCE} again already. Wait until that is done.`;
  try {
    return await alone(pool, { service: SERVICE, part: REACTIONS, busy }, async () => {
      await consumeAgain({ product, service: SERVICE, source: SOURCE, pool, signal });
      const position = await readPosition(pool, SOURCE);
      console.log(`${SERVICE} has taken in the events of ${SOURCE} again, up to ${position}.`);
      return 0;
    });
  } finally {
    await pool.end();
  }
}
