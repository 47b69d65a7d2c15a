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
import { NotPublishable, publishedOf } from './published-log';
import { countUnpublished, forgetUnpublished, keepUnpublished, readLeftOut } from './relay-dead-letters';
import { endOfLostCopy, lookOut, removedFromCopy } from './relay-lookout';

const BATCH = 500;

export interface Relay {
  /** Published position against the log's head. Always ok: neither a bus that is away nor a dead letter stops who works. */
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
  /** How long an event waits for others: the service first answers who sent the command, then tells of many at once. */
  gatherMs?: number;
  /** At least so long from one batch to the next while much happens, for who need not be told of each event at once. */
  apartMs?: number;
  /** For tests: how often the bus is asked whether it still has what was published. */
  lookEveryMs?: number;
}

interface Cursor {
  position: number;
  /** The last event that was published. */
  predecessor: number;
}

/**
 * Publishes the log to JetStream in order, each event with its id as Nats-Msg-Id. The cursor moves after the
 * acknowledgement, so an event may come twice but is never passed over. One relay a log at a time; a deposed one cannot
 * move the cursor, and what it still publishes is dropped by its id. An event without a public form is a dead letter: what
 * was before it is published, and the relay tries it again until it has one or somebody leaves it out. Where the bus may have
 * lost what it had, that is looked at before anything else is published, behind which the loss would no longer show.
 */
export function startRelay<E extends AnyEvent>(options: RelayOptions<E>): Relay {
  const { store, pool, context, logger } = options;
  const candidacy = whileLeader(options.databaseUrl, `relay ${context}`, logger, (signal) =>
    relayUntil(options, signal),
  );
  return {
    async health() {
      const [{ position }, head, deadLetters] = await Promise.all([
        readCursor(pool, context),
        store.head(),
        countUnpublished(pool),
      ]);
      return { ok: true, detail: { position, head, behind: head - position, deadLetters } };
    },
    async standing() {
      const [{ position, predecessor }, deadLetters] = await Promise.all([
        readCursor(pool, context),
        countUnpublished(pool),
      ]);
      return { position, published: predecessor, behindSeconds: await behindSeconds(store, position), deadLetters };
    },
    stop: () => candidacy.stop(),
  };
}

async function relayUntil<E extends AnyEvent>(options: RelayOptions<E>, signal: AbortSignal): Promise<void> {
  const { store, pool, bus, context, publish, logger } = options;
  const jetstream = bus.jetstream();
  const deposed = new AbortController();
  const stored = await readCursor(pool, context);
  let cursor = await withoutLoss(options, stored);
  let leftOut = await readLeftOut(pool);
  let mayHaveLetters = true;
  let isInDoubt = false;
  let lastSequence = 0;
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
      const page = publishedOf(context, publish, fresh, cursor, leftOut);
      if (page.events.length > 0) {
        if (isInDoubt && (await isLost())) return deposed.abort();
        isInDoubt = true;
        const sequences = await publishAll(bus, jetstream, page.events, stored.predecessor);
        isInDoubt = false;
        if (Math.min(...sequences) <= lastSequence) {
          await publishFromTheStart(options, cursor, page.predecessor);
          return deposed.abort();
        }
        lastSequence = Math.max(lastSequence, ...sequences);
      }
      const next = { position: page.upTo, predecessor: page.predecessor };
      if (next.position > cursor.position && !(await moveCursor(pool, context, cursor, next))) return deposed.abort();
      cursor = next;
      if (mayHaveLetters) await forgetUnpublished(pool, cursor.position);
      mayHaveLetters = page.refused !== undefined;
      if (!page.refused) return;
      await keepUnpublished(pool, page.refused.envelope, page.refused.error);
      leftOut = await readLeftOut(pool);
      throw new NotPublishable(page.refused);
    },
    onError: (error) => logger.warn({ err: error, context }, waitsFor(error)),
  });
  const ending = AbortSignal.any([signal, deposed.signal]);
  lookOut(bus, isLost, () => deposed.abort(), { signal: ending, logger, everyMs: options.lookEveryMs });
  if (!ending.aborted) await once(ending, 'abort');
  await subscription.stop();
  if (isThinned) await publishFromTheStart(options, cursor, cursor.predecessor);
}

const waitsFor = (error: unknown): string =>
  error instanceof NotPublishable ? 'events wait for one that cannot be published' : 'events wait for the bus';

/** The cursor as far as the bus has what was published; a new term begins where something has been lost meanwhile. */
async function withoutLoss<E extends AnyEvent>(
  { bus, pool, context, logger }: RelayOptions<E>,
  cursor: Cursor,
): Promise<Cursor> {
  const end = await endOfLostCopy(bus, context, cursor.predecessor);
  if (end === null) return cursor.position === 0 ? { position: 0, predecessor: 0 } : cursor;
  logger.warn({ context, from: end, to: cursor.predecessor }, 'the bus has lost events: they are published again');
  const back = { position: end, predecessor: end };
  return (await moveCursor(pool, context, cursor, back)) ? back : readCursor(pool, context);
}

/**
 * Somebody has made the stream anew, and what was just published is the first that it has of this log; or has removed some of it,
 * and nothing says which. The cursor keeps how far was published: the stream knows those ids.
 */
async function publishFromTheStart<E extends AnyEvent>(
  { pool, context, logger }: RelayOptions<E>,
  cursor: Cursor,
  published: number,
): Promise<void> {
  logger.warn({ context, to: published }, 'the bus has lost events: all are published again');
  await moveCursor(pool, context, cursor, { position: 0, predecessor: published });
}

/**
 * What has been published before is lost there now, yet the stream may know its id still, and would drop it.
 * @returns where the stream has put them; nothing of those that it had already
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

async function readCursor(pool: Pool, context: string): Promise<Cursor> {
  const { rows } = await pool.query<Cursor>('select position, predecessor from relay_cursors where name = $1', [
    context,
  ]);
  return rows[0] ?? { position: 0, predecessor: 0 };
}

/** False where the cursor is not where it was: somebody else has moved it, or we did and never heard of it. */
async function moveCursor(pool: Pool, context: string, from: Cursor, to: Cursor): Promise<boolean> {
  const text = `insert into relay_cursors as cursor (name, position, predecessor) values ($1, $2, $3)
    on conflict (name) do update set position = $2, predecessor = $3, updated_at = now() where cursor.position = $4`;
  const values = [context, to.position, to.predecessor, from.position];
  const { rowCount } = await pool.query({ name: 'move relay cursor', text, values });
  return rowCount === 1;
}
