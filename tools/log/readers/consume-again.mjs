import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { headOf } from '../../shared/service-log.mjs';

const require = createRequire(import.meta.url);
/** Without any progress; an event that cannot be consumed is tried for 12 s. */
const PATIENCE_MS = 30_000;

/**
 * Makes a running service consume a source's published events from the first on, and waits until it has come as far as
 * it was, or to the end of the source's log. Calls `begin` before the first.
 * @throws if an event becomes a dead letter again
 */
export async function consumeAgain({ product, service, source, pool, signal, begin }) {
  const { readPosition } = require('@repairline/messaging/consuming/consumed-position');
  const { consumerRole } = require('@repairline/messaging/consuming/with-dead-letters');
  const { whileNobodyLeads } = require('@repairline/postgres/leadership');
  const wanted = Math.min(await readPosition(pool, source), await headOf(product, source));
  const [{ now }] = (await pool.query('select now()')).rows;
  await whileNobodyLeads(pool, consumerRole(source), async () => {
    await begin?.();
    await pool.query('update consumed_positions set position = 0 where source = $1', [source]);
  });
  for (let [before, deadline] = [0, Date.now() + PATIENCE_MS]; ;) {
    await refuseFailed({ pool, service, source, since: now });
    const position = await readPosition(pool, source);
    if (position >= wanted) return refuseFailed({ pool, service, source, since: now });
    if (position > before) [before, deadline] = [position, Date.now() + PATIENCE_MS];
    if (Date.now() > deadline)
      throw new Error(`${service} does not take in the events of ${source}. Are both running?`);
    await pause(100, undefined, { signal });
  }
}

/** @throws if an event has become a dead letter again */
async function refuseFailed({ pool, service, source, since }) {
  const { rows } = await pool.query(
    `select position from dead_letters
     where follower = $1 and state <> 'skipped' and last_failed_at >= $2 order by position limit 1`,
    [`from-${source}`, since],
  );
  if (rows.length === 0) return;
  const { position } = rows[0];
  throw new Error(
    `${service} cannot take in event ${position} of ${source}, a dead letter. Retry or skip it, then rebuild: npm run dead-letters -- list`,
  );
}
