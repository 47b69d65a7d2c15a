import { once } from 'node:events';
import type { Pool } from 'pg';
import type { EventEnvelope } from '@repairline/contracts/event';
import type { RelayStatus } from '@repairline/contracts/status';
import { behindSeconds } from '@repairline/event-store/reading/behind-seconds';
import { countDeadLetters, forgetStopped, keepDeadLetter } from '@repairline/event-store/dead-letters';
import type { AnyEvent } from '@repairline/event-store/event-store';
import type { HealthCheck } from '@repairline/service-kit/monitoring/health';
import { whileLeader } from '@repairline/postgres/leadership';
import { watchCopy, watchForLostEvents } from './lost-events';
import { publishAll } from './publish-all';
import { NotPublishableError, publishedOf, type PublishedPage } from './published-log';
import {
  moveCursor,
  publishFromTheStart,
  readRelayCursor,
  relayFollower,
  skippedByRelay,
  soundCursor,
  withoutLoss,
  type RelayedLog,
} from './relay-cursor';

const BATCH = 500;

const follower = relayFollower.name;
const openLetters = async (pool: Pool) => (await countDeadLetters(pool))[follower] ?? 0;

export interface Relay {
  /** Published position and the log's head. Always ok: neither an absent bus nor a dead letter stops people's work. */
  health(): Promise<HealthCheck>;
  status(): Promise<RelayStatus>;
  stop(): Promise<void>;
}

export interface RelayOptions<E extends AnyEvent> extends RelayedLog<E> {
  databaseUrl: string;
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
 * letter: everything before it is published, and the relay retries it until it has one or somebody skips it. If
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
        openLetters(pool),
      ]);
      return { ok: true, detail: { position, head, behind: head - position, deadLetters } };
    },
    async status() {
      const [{ position, predecessor }, deadLetters] = await Promise.all([
        readRelayCursor(pool, context),
        openLetters(pool),
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
  const deposed = new AbortController();
  let skipped = await skippedByRelay(pool);
  const before = await soundCursor(options, skipped);
  let cursor = await withoutLoss(options, before, skipped);
  const copy = await watchCopy(bus, context);
  const isLost = () => copy.isLost(cursor.predecessor);
  let isInDoubt = false;
  let mayHaveLetters = true;

  /** False if the bus has lost events. */
  async function isPublished({ events, reached }: PublishedPage): Promise<boolean> {
    if (events.length === 0) return true;
    if (isInDoubt && (await isLost())) return false;
    isInDoubt = true;
    const sequences = await publishAll(bus, events, before.predecessor);
    isInDoubt = false;
    if (!copy.isRecreated(sequences)) return true;
    await publishFromTheStart(options, cursor, reached.predecessor);
    return false;
  }

  async function publishBatch(batch: readonly EventEnvelope[]): Promise<void> {
    const envelopes = batch.filter(({ position }) => position > cursor.position);
    const page = publishedOf({ context, publish, skipped, envelopes, from: cursor });
    const { reached, refused } = page;
    if (!(await isPublished(page))) return deposed.abort();
    const isFurther = reached.position > cursor.position;
    if (isFurther && !(await moveCursor(pool, context, cursor, reached))) return deposed.abort();
    cursor = reached;
    if (mayHaveLetters) await forgetStopped(pool, follower, cursor.position);
    mayHaveLetters = refused !== undefined;
    if (!refused) return;
    const { position, type, error } = refused;
    await keepDeadLetter(pool, { follower, position, type, error, state: 'stopped' });
    skipped = await skippedByRelay(pool);
    throw new NotPublishableError(refused);
  }

  const subscription = store.subscribe({
    after: cursor.position,
    batchSize: BATCH,
    gatherMs: options.gatherMs,
    apartMs: options.apartMs,
    onBatch: publishBatch,
    onError: (error) => logger.warn({ err: error, context }, waitsFor(error)),
  });
  const ending = AbortSignal.any([signal, deposed.signal]);
  watchForLostEvents(bus, isLost, () => deposed.abort(), { signal: ending, logger, everyMs: options.lookEveryMs });
  if (!ending.aborted) await once(ending, 'abort');
  await subscription.stop();
  if (copy.isThinned()) await publishFromTheStart(options, cursor, cursor.predecessor);
}

const waitsFor = (error: unknown): string =>
  error instanceof NotPublishableError ? 'events wait for one that cannot be published' : 'events wait for the bus';
