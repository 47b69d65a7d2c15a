import { AckPolicy, DeliverPolicy, type ConsumerMessages, type JsMsg, type NatsConnection } from 'nats';
import type { Pool, PoolClient } from 'pg';
import { DomainError } from '@repairline/contracts/domain-error';
import type { HealthCheck } from '@repairline/service-kit/health';
import { whileLeader } from '@repairline/service-kit/leadership';
import type { Logger } from '@repairline/service-kit/logger';
import type { CallClient } from './call-client';
import { cloudEvent, EVENTS_STREAM, type CloudEvent } from './cloud-event';
import { ensureEventsStream, forgetEventsStream } from './events-stream';
import { systemContext } from './context';
import { ReplayEvents } from './replay';

interface Source {
  bus: NatsConnection;
  pool: Pool;
  databaseUrl: string;
  calls: CallClient;
  /** The context whose events are taken in. */
  of: string;
  /** The service that takes them in. */
  by: string;
  logger: Logger;
}

export interface ConsumerOptions<Prepared> extends Source {
  /** Gathers what the events leave out, before the transaction begins. */
  prepare: (events: CloudEvent[]) => Promise<Prepared>;
  /** Runs in the transaction that also moves the position: each event has its effect once. */
  apply: (tx: PoolClient, events: CloudEvent[], prepared: Prepared) => Promise<void>;
  /** After each transaction that has moved the position. */
  onMoved?: (stretch: { after: number; upTo: number }) => void;
}

export interface ReactionOptions extends Source {
  /**
   * Answers events with commands, whose appends are no part of the transaction that moves the position: after a crash
   * between both the same events come again. Each command must be named by its event, so that it has its effect once.
   */
  react: (events: CloudEvent[]) => Promise<void>;
}

export interface Consumer {
  health(): Promise<HealthCheck>;
  stop(): Promise<void>;
}

/** Waiting events beyond which the owner's log, read in pages, is quicker than the bus, which hands them over one by one. */
const MANY = 20;

/** Events in order, and the position that is reached with them; the position is moved where they have had their effect. */
type Effect = (events: CloudEvent[], upTo: number) => Promise<void>;

interface Following extends Source {
  effect: Effect;
}

/**
 * Takes in another context's published events in order, each once. On every (re)start, and where an event's
 * predecessor has not been seen, the owner is asked to replay from its log; the bus is only the quick way.
 */
export function startConsumer<Prepared>(options: ConsumerOptions<Prepared>): Consumer {
  const { prepare, apply, onMoved, ...source } = options;
  return follow({
    ...source,
    effect: async (events, upTo) => {
      const prepared = await prepare(events);
      const after = await moveTo(source, events, upTo, (tx, fresh) => apply(tx, fresh, prepared));
      if (upTo > after) onMoved?.({ after, upTo });
    },
  });
}

/** As startConsumer, for events that lead to commands: at least once each, in order; the position moves after them. */
export function startReaction({ react, ...source }: ReactionOptions): Consumer {
  return follow({
    ...source,
    effect: async (events, upTo) => {
      const seen = await readPosition(source.pool, source.of);
      const fresh = events.filter(({ position }) => position > seen);
      if (fresh.length > 0) await react(fresh);
      await moveTo(source, [], upTo, async () => undefined);
    },
  });
}

function follow(options: Following): Consumer {
  const { pool, of, by, logger } = options;
  const candidacy = whileLeader(options.databaseUrl, `consumer of ${of}`, logger, (signal) =>
    consumeUntil(options, signal),
  );
  return {
    health: async () => ({ ok: true, detail: { by, of, position: await readPosition(pool, of) } }),
    stop: () => candidacy.stop(),
  };
}

async function consumeUntil(options: Following, signal: AbortSignal): Promise<void> {
  let messages: ConsumerMessages | undefined;
  // Never awaited: closing resolves only once somebody iterates, and the loop below is who does.
  const close = () => void messages?.close();
  signal.addEventListener('abort', close);
  try {
    if (!(await caughtUp(options))) return;
    messages = await openConsumer(options);
    if (signal.aborted) close();
    let reached = 0;
    for await (const message of messages) {
      if (signal.aborted) break;
      reached = await takeIn(options, message, reached);
    }
  } finally {
    signal.removeEventListener('abort', close);
    forgetEventsStream(options.bus);
    close();
  }
}

/** False where the owner does not answer yet, as when all services start at once; the lead is then taken again shortly. */
async function caughtUp(options: Following): Promise<boolean> {
  try {
    await replayFrom(options, await readPosition(options.pool, options.of));
    return true;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'service_unavailable') throw error;
    options.logger.info({ of: options.of }, 'waiting for the owner of the events');
    return false;
  }
}

async function openConsumer({ bus, of, by }: Following): Promise<ConsumerMessages> {
  await ensureEventsStream(bus);
  const manager = await bus.jetstreamManager();
  const durable = `${by}-${of}`;
  await manager.consumers.add(EVENTS_STREAM, {
    durable_name: durable,
    filter_subject: `repairline.${of}.*.v1.*`,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    max_ack_pending: 1_000,
  });
  const consumer = await bus.jetstream().consumers.get(EVENTS_STREAM, durable);
  // A bus that lost its storage ends the loop; the fresh start that follows asks the owner for what was missed.
  return consumer.consume({ max_messages: 200, abort_on_missing_resource: true });
}

/** @returns the position that is known to be reached, so that what the bus still tells from before it costs nothing */
async function takeIn(options: Following, message: JsMsg, reached: number): Promise<number> {
  const parsed = cloudEvent.safeParse(message.json());
  if (!parsed.success) {
    options.logger.error({ subject: message.subject, sequence: message.seq }, 'an event on the bus cannot be read');
    message.term('unreadable');
    return reached;
  }
  const { position, predecessor } = parsed.data;
  if (position <= reached) {
    message.ack();
    return reached;
  }
  const seen = await readPosition(options.pool, options.of);
  const isBehind = predecessor > seen || (position > seen && message.info.pending > MANY);
  const now = isBehind ? await replayFrom(options, seen) : Math.max(seen, position);
  if (!isBehind && position > seen) await options.effect([parsed.data], position);
  message.ack();
  return now;
}

/** @returns the position reached */
async function replayFrom(options: Following, start: number): Promise<number> {
  for (let after = start; ;) {
    const page = await options.calls.call(ReplayEvents(options.of), { after }, systemContext());
    if (page.upTo === after) return after;
    await options.effect(
      page.events.map((event) => cloudEvent.parse(event)),
      page.upTo,
    );
    after = page.upTo;
  }
}

/**
 * Moves the position, never back, and applies those of the events that are new, in one transaction.
 * @returns the position before
 */
async function moveTo(
  { pool, of }: Source,
  events: CloudEvent[],
  upTo: number,
  apply: (tx: PoolClient, fresh: CloudEvent[]) => Promise<void>,
): Promise<number> {
  const tx = await pool.connect();
  try {
    await tx.query('begin');
    await tx.query('insert into consumed_positions (source) values ($1) on conflict do nothing', [of]);
    const { rows } = await tx.query<{ position: number }>(
      'select position from consumed_positions where source = $1 for update',
      [of],
    );
    const seen = rows[0]?.position ?? 0;
    const fresh = events.filter(({ position }) => position > seen);
    if (fresh.length > 0) await apply(tx, fresh);
    if (upTo > seen) {
      await tx.query('update consumed_positions set position = $2, updated_at = now() where source = $1', [of, upTo]);
    }
    await tx.query('commit');
    return seen;
  } catch (error) {
    await tx.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    tx.release();
  }
}

/** How far another context's events have been taken in. */
export async function readPosition(pool: Pool, source: string): Promise<number> {
  const { rows } = await pool.query<{ position: number }>('select position from consumed_positions where source = $1', [
    source,
  ]);
  return rows[0]?.position ?? 0;
}
