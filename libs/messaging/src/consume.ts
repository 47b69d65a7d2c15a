import type { NatsConnection } from 'nats';
import type { Pool, PoolClient } from 'pg';
import type { ConsumerStanding } from '@repairline/contracts/standing';
import type { HealthCheck } from '@repairline/service-kit/health';
import { whileLeader } from '@repairline/service-kit/leadership';
import type { Logger } from '@repairline/service-kit/logger';
import { inSpansOf } from '@repairline/service-kit/tracing';
import type { IsOfOtherVersion } from './ask-owner';
import type { CallClient } from './call-client';
import type { CloudEvent } from './cloud-event';
import { consumerRole, forgetDeadLetters, listConsumedDeadLetters } from './consumed-dead-letters';
import { moveOn, moveTo, readPosition, transaction } from './consumed-position';
import { followUntil, type Following } from './follow';
import type { Effects, TakeIn } from './take-in';

/** What is taken in, and where. */
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
  /**
   * What an event does that cannot be taken in, after some tries: hold up those that come later, or be set aside while they
   * go on. Set aside only what may have its effect at any later time. Either way it is a dead letter and shows in health.
   */
  onPoison: Effects['onPoison'];
  /** At least so long from one transaction to the next while much happens, for who need not be told of each event at once. */
  apartMs?: number | undefined;
  /** For tests: before each further try. */
  pausesMs?: readonly number[];
  /** For tests: what is not read as it came. */
  isOther?: IsOfOtherVersion | undefined;
}

export interface ConsumerOptions<Prepared> extends Source {
  /** Gathers what the events leave out, before the transaction begins. */
  prepare: (events: CloudEvent[]) => Promise<Prepared>;
  /** Runs in the transaction that also moves the position: each event has its effect once. */
  apply: (tx: PoolClient, events: CloudEvent[], prepared: Prepared) => Promise<void>;
  /**
   * Instead of `apply`, where an event that was done without is wanted after all, long after its time: for who depends on the
   * order, as a fold does.
   */
  late?: (event: CloudEvent, signal: AbortSignal) => Promise<void>;
  /** After each transaction that has moved the position. */
  onMoved?: (stretch: { after: number; upTo: number }, events: CloudEvent[]) => void;
}

export interface ReactionOptions extends Source {
  /**
   * Answers events with commands, whose appends are no part of the transaction that moves the position: after a crash
   * between both the same events come again. Each command must be named by its event, so that it has its effect once.
   */
  react: (events: CloudEvent[]) => Promise<void>;
  /** Instead of `react`, for an event that was done without and is wanted long after its time. */
  late?: (event: CloudEvent) => Promise<void>;
}

export interface Consumer {
  health(): Promise<HealthCheck>;
  standing(): Promise<Omit<ConsumerStanding, 'name'>>;
  stop(): Promise<void>;
}

/**
 * Takes in another context's published events in order, each once. On every (re)start, and where an event's
 * predecessor has not been seen, the owner is asked to replay from its log; the bus is only the quick way.
 */
export function startConsumer<Prepared>(options: ConsumerOptions<Prepared>): Consumer {
  const { prepare, apply, late, onMoved, ...source } = options;
  const { pool, of } = source;
  return follow({
    ...source,
    effect: traced(source, async (events, upTo) => {
      const prepared = await prepare(events);
      const after = await moveTo(pool, of, events, upTo, (tx, fresh) => apply(tx, fresh, prepared));
      if (upTo > after) onMoved?.({ after, upTo }, events);
    }),
    late: async (event, signal) => {
      if (late) {
        await late(event, signal);
        return forgetDeadLetters(pool, of, event.position, event.position);
      }
      const prepared = await prepare([event]);
      await transaction(pool, async (tx) => {
        await apply(tx, [event], prepared);
        await forgetDeadLetters(tx, of, event.position, event.position);
      });
    },
  });
}

/** As startConsumer, for events that lead to commands: at least once each, in order; the position moves after them. */
export function startReaction({ react, late, ...source }: ReactionOptions): Consumer {
  const { pool, of } = source;
  return follow({
    ...source,
    effect: traced(source, async (events, upTo) => {
      const seen = await readPosition(pool, of);
      const fresh = events.filter(({ position }) => position > seen);
      if (fresh.length > 0) await react(fresh);
      await moveOn(pool, of, upTo);
    }),
    late: async (event) => {
      await (late ? late(event) : react([event]));
      await forgetDeadLetters(pool, of, event.position, event.position);
    },
  });
}

/** The effect, in the trace of each request that led to the events. */
function traced({ by, of }: Pick<Source, 'by' | 'of'>, effect: TakeIn): TakeIn {
  return (events, upTo) => {
    const led = events.map(({ correlationid }) => correlationid);
    return inSpansOf(led, `${by} takes in ${of}`, { kind: 'consumer' }, () => effect(events, upTo));
  };
}

/** Where a consumer stands. */
export async function consumerStanding(pool: Pool, of: string): ReturnType<Consumer['standing']> {
  const [position, letters] = await Promise.all([readPosition(pool, of), listConsumedDeadLetters(pool)]);
  const open = letters.filter(({ source, state }) => source === of && state !== 'left out');
  const stopped = open.find(({ state }) => state === 'stopped')?.position ?? null;
  return { of, position, deadLetters: open.length, stopped };
}

function follow(options: Following & Pick<Source, 'databaseUrl'>): Consumer {
  const { pool, of, by, logger } = options;
  const candidacy = whileLeader(options.databaseUrl, consumerRole(of), logger, (signal) =>
    followUntil(options, signal),
  );
  const standing = () => consumerStanding(pool, of);
  return {
    health: async () => {
      const { deadLetters, ...where } = await standing();
      return { ok: true, deadLetters, detail: { by, deadLetters, ...where } };
    },
    standing,
    stop: () => candidacy.stop(),
  };
}
