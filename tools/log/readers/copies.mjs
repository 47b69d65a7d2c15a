import { createRequire } from 'node:module';
import { LOG_SERVICES, openDatabase } from '../../shared/service-log.mjs';

const require = createRequire(import.meta.url);

/** Compares what the bus holds of a log with the log, as far as it has been published. */
export async function compareLogCopy({ service, pool, store, publish, registry }, bus) {
  const { compareCopy } = require('@repairline/messaging/publishing/compare-copy');
  const { readRelayCursor } = require('@repairline/messaging/publishing/relay-cursor');
  const { skippedByRelay } = require('@repairline/messaging/publishing/relay-cursor');
  const { position: upTo } = await readRelayCursor(pool, service);
  const compared = await compareCopy({
    ...{ store, bus, context: service, publish, upTo },
    skipped: await skippedByRelay(pool),
    mayBeErased: ({ event }) => {
      const { personal: fields } = registry.newest(event.type);
      return fields.length > 0 && fields.every((field) => event.data[field] === null);
    },
  });
  return { ...compared, upTo };
}

/** Numbers of the messages that the log does not say and, from a position on, of copies that differ from the log. */
export async function messagesToRemove(log, bus, from) {
  const { wrong } = await compareLogCopy(log, bus);
  const isMeant = ({ kind, position }) => kind !== 'different' || position >= from;
  return wrong.filter(isMeant).map(({ sequence }) => sequence);
}

export async function removeWrongCopies(product, bus, sequences) {
  const { removeCopies } = require('@repairline/messaging/publishing/republish');
  if (sequences.length > 0) await whileRelaysRest(product, LOG_SERVICES, () => removeCopies(bus, sequences));
}

async function whileRelaysRest(product, [context, ...others], work) {
  if (!context) return work();
  const { relayRole } = require('@repairline/messaging/publishing/relay');
  const { whileNobodyLeads } = require('@repairline/postgres/leadership');
  const { pool } = openDatabase(product, context);
  try {
    return await whileNobodyLeads(pool, relayRole(context), () => whileRelaysRest(product, others, work));
  } finally {
    await pool.end();
  }
}
