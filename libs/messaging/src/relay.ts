import { once } from 'node:events';
import type { JetStreamClient, NatsConnection } from 'nats';
import type { Pool } from 'pg';
import { EVENTS_STREAM } from '@repairline/contracts/published-subjects';
import type { RelayStanding } from '@repairline/contracts/standing';
import { behindSeconds } from '@repairline/event-store/behind-seconds';
import type { AnyEvent, LogReader } from '@repairline/event-store/event-store';
import type { HealthCheck } from '@repairline/service-kit/health';
import { whileLeader } from '@repairline/service-kit/leadership';
import type { Logger } from '@repairline/service-kit/logger';
import type { CloudEventJson, Publishing } from './cloud-event';
import { ensureEventsStream, forgetEventsStream } from './events-stream';
import { endOfLostCopy, lastSequenceOf, removedFromCopy, watchForLostEvents } from './lost-events';
import { lastPublished, NotPublishable, publishedOf, type PublishedUpTo } from './published-log';
import { countRelayDeadLetters, deleteRelayDeadLetters, keepRelayDeadLetter, readLeftOut } from './relay-dead-letters';

const BATCH = 500;

export interface Relay {
  /** Published position and the log's head. Always ok: neither an absent bus nor a dead letter stops people's work. */
  health(): Promise<HealthCheck>;
  standing(): Promise<RelayStanding>;
  stop(): Promise<void>;
}

export interface RelayOptions<E extends AnyEvent> {
  store: LogReader<E>;
  pool: Pool;
  databaseUrl: string;
  bus: NatsConnection;
  context: string;
  publish: Publishing;
  logger: Logger;
  /**
   * How long an event waits for others, in ms: the service first answers the caller who sent the command, then
   * publishes many events at once. No wait if absent.
   */
  gatherMs?: number;
  /**
   * The least time between two batches under load, in ms, if readers need not get each event at once. None if absent.
   */
  apartMs?: number;
  /** For tests: how often to check that the bus still has what was published. */
  lookEveryMs?: number;
}

/**
 * Publishes the log to JetStream in order, each event with its id as Nats-Msg-Id. The cursor moves after the
 * acknowledgement, so an event may come twice but is never skipped. One relay per log at a time; a deposed one cannot
 * move the cursor, and what it still publishes is dropped by its id. An event without a public form becomes a dead
 * letter: everything before it is published, and the relay retries it until it has one or somebody leaves it out. If
 * the bus may have lost events, the relay checks before it publishes anything else, because later events would hide the
 * loss.
 */
export function startRelay<E extends AnyEvent>(options: RelayOptions<E>): Relay {
  const { store, pool, context, logger } = options;
  const candidacy = whileLeader(options.databaseUrl, relayRole(context), logger, (signal) =>
    relayUntil(options, signal),
  );
  return {
    async health() {
      const [{ position }, head, deadLetters] = await Promise.all([
        readRelayCursor(pool, context),
        store.head(),
        countRelayDeadLetters(pool),
      ]);
      return { ok: true, detail: { position, head, behind: head - position, deadLetters } };
    },
    async standing() {
      const [{ position, predecessor }, deadLetters] = await Promise.all([
        readRelayCursor(pool, context),
        countRelayDeadLetters(pool),
      ]);
      return { position, published: predecessor, behindSeconds: await behindSeconds(store, position), deadLetters };
    },
    stop: () => candidacy.stop(),
  };
}

/** The role that a context's relay takes the lead in. */
export const relayRole = (context: string): string => `relay ${context}`;

async function relayUntil<E extends AnyEvent>(options: RelayOptions<E>, signal: AbortSignal): Promise<void> {
  const { store, pool, bus, context, publish, logger } = options;
  const jetstream = bus.jetstream();
  const deposed = new AbortController();
  let leftOut = await readLeftOut(pool);
  const before = await soundCursor(options, leftOut);
  let cursor = await withoutLoss(options, before, leftOut);
  let mayHaveLetters = true;
  let isInDoubt = false;
  let lastSequence = await lastSequenceOf(bus);
  const removedBefore = await removedFromCopy(bus);
  let isThinned = false;
  const isLost = async () => {
    const end = await endOfLostCopy(bus, context, cursor.predecessor);
    const removed = await removedFromCopy(bus);
    isThinned = removed !== null && removedBefore !== null && removed > removedBefore;
    return end !== null || isThinned;
  };
  const subscription = store.subscribe({
    after: cursor.position,
    batchSize: BATCH,
    gatherMs: options.gatherMs,
    apartMs: options.apartMs,
    onBatch: async (batch) => {
      const fresh = batch.filter(({ position }) => position > cursor.position);
      const page = publishedOf({ context, publish, leftOut, envelopes: fresh, from: cursor });
      if (page.events.length > 0) {
        if (isInDoubt && (await isLost())) return deposed.abort();
        isInDoubt = true;
        const sequences = await publishAll(bus, jetstream, page.events, before.predecessor);
        isInDoubt = false;
        if (Math.min(...sequences) <= lastSequence) {
          await publishFromTheStart(options, cursor, page.reached.predecessor);
          return deposed.abort();
        }
        lastSequence = Math.max(lastSequence, ...sequences);
      }
      const next = page.reached;
      if (next.position > cursor.position && !(await moveCursor(pool, context, cursor, next))) return deposed.abort();
      cursor = next;
      if (mayHaveLetters) await deleteRelayDeadLetters(pool, cursor.position);
      mayHaveLetters = page.refused !== undefined;
      if (!page.refused) return;
      await keepRelayDeadLetter(pool, page.refused.envelope, page.refused.error);
      leftOut = await readLeftOut(pool);
      throw new NotPublishable(page.refused);
    },
    onError: (error) => logger.warn({ err: error, context }, waitsFor(error)),
  });
  const ending = AbortSignal.any([signal, deposed.signal]);
  watchForLostEvents(bus, isLost, () => deposed.abort(), { signal: ending, logger, everyMs: options.lookEveryMs });
  if (!ending.aborted) await once(ending, 'abort');
  await subscription.stop();
  if (isThinned) await publishFromTheStart(options, cursor, cursor.predecessor);
}

const waitsFor = (error: unknown): string =>
  error instanceof NotPublishable ? 'events wait for one that cannot be published' : 'events wait for the bus';

/**
 * The stored cursor, but never beyond the log. Its predecessor is looked up there, because subscribers would take a
 * wrong one for a gap, or miss one. At the log's beginning it tells how far was published before.
 */
async function soundCursor<E extends AnyEvent>(
  { store, pool, context, publish, logger }: RelayOptions<E>,
  leftOut: ReadonlySet<number>,
): Promise<PublishedUpTo> {
  const stored = await readRelayCursor(pool, context);
  if (stored.position === 0) return stored;
  const position = Math.min(stored.position, await store.head());
  const predecessor = await lastPublished({ store, publish, leftOut }, position);
  const sound = { position, predecessor };
  if (position === stored.position && predecessor === stored.predecessor) return stored;
  logger.warn({ context, stored, sound }, 'the last published event was another one than noted');
  return (await moveCursor(pool, context, stored, sound)) ? sound : readRelayCursor(pool, context);
}

/** The cursor, moved back to where the copy on the bus ends if the bus has lost events since the last term. */
async function withoutLoss<E extends AnyEvent>(
  { store, bus, pool, context, publish, logger }: RelayOptions<E>,
  cursor: PublishedUpTo,
  leftOut: ReadonlySet<number>,
): Promise<PublishedUpTo> {
  const end = await endOfLostCopy(bus, context, cursor.predecessor);
  if (end === null) return cursor.position === 0 ? { position: 0, predecessor: 0 } : cursor;
  logger.warn({ context, from: end, to: cursor.predecessor }, 'the bus has lost events: they are published again');
  const back = { position: end, predecessor: await lastPublished({ store, publish, leftOut }, end) };
  return (await moveCursor(pool, context, cursor, back)) ? back : readRelayCursor(pool, context);
}

/**
 * Somebody has recreated the stream, so that what was just published is the first it has of this log; or somebody has
 * removed events, and nothing says which. `predecessor` keeps how far was published, because the stream knows those
 * ids.
 */
async function publishFromTheStart<E extends AnyEvent>(
  { pool, context, logger }: RelayOptions<E>,
  cursor: PublishedUpTo,
  published: number,
): Promise<void> {
  logger.warn({ context, to: published }, 'the bus has lost events: all are published again');
  await moveCursor(pool, context, cursor, { position: 0, predecessor: published });
}

/**
 * What was published before is lost on the bus now, but the stream may still know its id and would drop it: such events
 * go without an id.
 * @returns the stream's sequence numbers of the events, except those that it already had
 */
async function publishAll(
  bus: NatsConnection,
  jetstream: JetStreamClient,
  events: CloudEventJson[],
  publishedBefore: number,
): Promise<number[]> {
  await ensureEventsStream(bus);
  try {
    const answers = await Promise.all(
      events.map((event) => {
        const known = Number(event.position) <= publishedBefore ? {} : { msgID: event.id };
        const options = { ...known, expect: { streamName: EVENTS_STREAM } };
        return jetstream.publish(event.type, JSON.stringify(event), options);
      }),
    );
    return answers.filter(({ duplicate }) => !duplicate).map(({ seq }) => seq);
  } catch (error) {
    forgetEventsStream(bus);
    throw error;
  }
}

/** How far the relay of a context has published its log. */
export async function readRelayCursor(pool: Pool, context: string): Promise<PublishedUpTo> {
  const { rows } = await pool.query<PublishedUpTo>('select position, predecessor from relay_cursors where name = $1', [
    context,
  ]);
  return rows[0] ?? { position: 0, predecessor: 0 };
}

/** False if the cursor is no longer at `from`: somebody else has moved it, or this process did and lost the answer. */
async function moveCursor(pool: Pool, context: string, from: PublishedUpTo, to: PublishedUpTo): Promise<boolean> {
  const text = `insert into relay_cursors as cursor (name, position, predecessor) values ($1, $2, $3)
    on conflict (name) do update set position = $2, predecessor = $3, updated_at = now() where cursor.position = $4`;
  const values = [context, to.position, to.predecessor, from.position];
  const { rowCount } = await pool.query({ name: 'move relay cursor', text, values });
  return rowCount === 1;
}
