import type { NatsConnection } from 'nats';
import type { Pool } from 'pg';
import { readSkipped, type Follower } from '@repairline/event-store/dead-letters';
import type { AnyEvent, LogReader } from '@repairline/event-store/event-store';
import type { Logger } from '@repairline/service-kit/logger';
import type { Publishing } from '../cloud-event';
import { endOfLostCopy } from './lost-events';
import { lastPublished, type PublishedUpTo } from './published-log';

/** The relay, as whoever decides about its dead letters sees it: it tries the event that it waits before by itself. */
export const relayFollower: Follower = {
  name: 'relay',
  late: 'passed over',
  hasPassed: () => Promise.resolve(false),
  wake: () => Promise.resolve(),
};

/** Positions of events that somebody has decided not to publish. */
export async function skippedByRelay(pool: Pool): Promise<ReadonlySet<number>> {
  return (await readSkipped(pool)).get(relayFollower.name) ?? new Set();
}

/** A log and where it is published. */
export interface RelayedLog<E extends AnyEvent> {
  store: LogReader<E>;
  pool: Pool;
  bus: NatsConnection;
  context: string;
  publish: Publishing;
  logger: Logger;
}

/** How far the relay of a context has published its log. */
export async function readRelayCursor(pool: Pool, context: string): Promise<PublishedUpTo> {
  const { rows } = await pool.query<PublishedUpTo>('select position, predecessor from relay_cursors where name = $1', [
    context,
  ]);
  return rows[0] ?? { position: 0, predecessor: 0 };
}

/** False if the cursor is no longer at `from`: somebody else has moved it, or this process did and lost the answer. */
export async function moveCursor(
  pool: Pool,
  context: string,
  from: PublishedUpTo,
  to: PublishedUpTo,
): Promise<boolean> {
  const text = `insert into relay_cursors as cursor (name, position, predecessor) values ($1, $2, $3)
    on conflict (name) do update set position = $2, predecessor = $3, updated_at = now() where cursor.position = $4`;
  const values = [context, to.position, to.predecessor, from.position];
  const { rowCount } = await pool.query({ name: 'move relay cursor', text, values });
  return rowCount === 1;
}

/**
 * The stored cursor, but never beyond the log. Its predecessor is looked up there, because subscribers would take a
 * wrong one for a gap, or miss one. At the log's beginning it tells how far was published before.
 */
export async function soundCursor<E extends AnyEvent>(
  { store, pool, context, publish, logger }: RelayedLog<E>,
  skipped: ReadonlySet<number>,
): Promise<PublishedUpTo> {
  const stored = await readRelayCursor(pool, context);
  if (stored.position === 0) return stored;
  const position = Math.min(stored.position, await store.head());
  const predecessor = await lastPublished({ store, publish, skipped }, position);
  const sound = { position, predecessor };
  if (position === stored.position && predecessor === stored.predecessor) return stored;
  logger.warn({ context, stored, sound }, 'the last published event was another one than noted');
  return (await moveCursor(pool, context, stored, sound)) ? sound : readRelayCursor(pool, context);
}

/** The cursor, moved back to where the copy on the bus ends if the bus has lost events since the last lease. */
export async function withoutLoss<E extends AnyEvent>(
  { store, bus, pool, context, publish, logger }: RelayedLog<E>,
  cursor: PublishedUpTo,
  skipped: ReadonlySet<number>,
): Promise<PublishedUpTo> {
  const end = await endOfLostCopy(bus, context, cursor.predecessor);
  if (end === null) return cursor.position === 0 ? { position: 0, predecessor: 0 } : cursor;
  logger.warn({ context, from: end, to: cursor.predecessor }, 'the bus has lost events: they are published again');
  const back = { position: end, predecessor: await lastPublished({ store, publish, skipped }, end) };
  return (await moveCursor(pool, context, cursor, back)) ? back : readRelayCursor(pool, context);
}

/**
 * Somebody has recreated the stream, so that what was just published is the first it has of this log; or somebody has
 * removed events, and nothing says which. `predecessor` keeps how far was published, because the stream knows those
 * ids.
 */
export async function publishFromTheStart<E extends AnyEvent>(
  { pool, context, logger }: RelayedLog<E>,
  cursor: PublishedUpTo,
  published: number,
): Promise<void> {
  logger.warn({ context, to: published }, 'the bus has lost events: all are published again');
  await moveCursor(pool, context, cursor, { position: 0, predecessor: published });
}
