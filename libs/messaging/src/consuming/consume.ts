import type { NatsConnection } from 'nats';
import type { Pool, PoolClient } from 'pg';
import type { ConsumerStatus } from '@repairline/contracts/status';
import type { HealthCheck } from '@repairline/service-kit/monitoring/health';
import { whileLeader } from '@repairline/postgres/leadership';
import type { Logger } from '@repairline/service-kit/logger';
import { inSpansOf } from '@repairline/service-kit/monitoring/tracing';
import { inTransaction } from '@repairline/postgres/transaction';
import { forgetDeadLetter, listDeadLetters } from '@repairline/event-store/dead-letters';
import type { CallClient } from '../calls/call-client';
import type { CloudEvent } from '../cloud-event';
import type { IsOfOtherVersion } from './ask-owner';
import { advancePosition, applyAndAdvance, readPosition, type Stretch } from './consumed-position';
import { followUntil, type FollowOptions } from './follow';
import { consumerFollower, consumerRole, type ApplyEvents, type EffectOptions } from './with-dead-letters';

/** What is taken in, by which service, from where. */
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
   * What happens when an event still cannot be taken in after several tries: `stop` holds up later events, `pass over`
   * lets them go on. Pass over only what may take effect at any later time. Either way the event becomes a dead letter
   * and shows in health.
   */
  onPoison: EffectOptions['onPoison'];
  /** The least time between two transactions under load, in ms, if the effect need not be immediate. None if absent. */
  apartMs?: number | undefined;
  /** For tests: the pauses before each retry. */
  pausesMs?: readonly number[];
  /** For tests: which types must be requested from the owner in the version read here. */
  isOther?: IsOfOtherVersion | undefined;
}

export interface ConsumerOptions<Prepared> extends Source {
  /** Fetches what the events leave out, before the transaction begins. */
  prepare: (events: CloudEvent[]) => Promise<Prepared>;
  /** Runs in the transaction that also moves the position: each event takes effect once. */
  apply: (tx: PoolClient, events: CloudEvent[], prepared: Prepared) => Promise<void>;
  /**
   * Replaces `apply` for an event that was passed over or skipped and is wanted after all, long after its turn. For
   * effects that depend on the order, such as a fold.
   */
  late?: (event: CloudEvent, signal: AbortSignal) => Promise<void>;
  /** Called after each transaction that has moved the position. */
  onMoved?: (stretch: Stretch, events: CloudEvent[]) => void;
}

export interface ReactionOptions extends Source {
  /**
   * Answers events with commands. Their appends are not part of the transaction that moves the position: after a crash
   * in between, the same events come again. Each command's id must derive from its event, so that it takes effect once.
   */
  react: (events: CloudEvent[]) => Promise<void>;
  /** Replaces `react` for an event that was passed over or skipped and is wanted long after its turn. */
  late?: (event: CloudEvent) => Promise<void>;
}

export interface Consumer {
  health(): Promise<HealthCheck>;
  status(): Promise<Omit<ConsumerStatus, 'name'>>;
  stop(): Promise<void>;
}

/**
 * Takes in another context's published events in order, each once. At every start, and when an event's predecessor has
 * not been seen, it asks the owner to replay from its log; the bus is only the fast path.
 */
export function startConsumer<Prepared>(options: ConsumerOptions<Prepared>): Consumer {
  const { prepare, apply, late, onMoved, ...source } = options;
  const { pool, of } = source;
  return follow({
    ...source,
    effect: traced(source, async (events, stretch) => {
      const prepared = await prepare(events);
      const { upTo } = stretch;
      const after = await applyAndAdvance(pool, of, events, stretch, (tx, fresh) => apply(tx, fresh, prepared));
      if (after >= stretch.after && upTo > after) onMoved?.({ after, upTo }, events);
    }),
    late: async (event, signal) => {
      if (late) {
        await late(event, signal);
        await forgetDeadLetter(pool, consumerFollower(of).name, event.position);
        return;
      }
      const prepared = await prepare([event]);
      await inTransaction(pool, async (tx) => {
        await apply(tx, [event], prepared);
        await forgetDeadLetter(tx, consumerFollower(of).name, event.position);
      });
    },
  });
}

/** As startConsumer, for events that lead to commands: at least once each, in order; the position moves after them. */
export function startReaction({ react, late, ...source }: ReactionOptions): Consumer {
  const { pool, of } = source;
  return follow({
    ...source,
    effect: traced(source, async (events, stretch) => {
      const seen = await readPosition(pool, of);
      const fresh = events.filter(({ position }) => position > seen);
      if (fresh.length > 0) await react(fresh);
      await advancePosition(pool, of, stretch);
    }),
    late: async (event) => {
      await (late ? late(event) : react([event]));
      await forgetDeadLetter(pool, consumerFollower(of).name, event.position);
    },
  });
}

/** Runs the effect in the trace of each request that led to the events. */
function traced({ by, of }: Pick<Source, 'by' | 'of'>, effect: ApplyEvents): ApplyEvents {
  return (events, stretch) => {
    const led = events.map(({ correlationid }) => correlationid);
    return inSpansOf(led, `${by} takes in ${of}`, { kind: 'consumer' }, () => effect(events, stretch));
  };
}

/** A consumer's position and dead letters. */
export async function consumerStatus(pool: Pool, of: string): ReturnType<Consumer['status']> {
  const [position, letters] = await Promise.all([
    readPosition(pool, of),
    listDeadLetters(pool, consumerFollower(of).name),
  ]);
  const open = letters.filter(({ state }) => state !== 'skipped');
  const stopped = open.find(({ state }) => state === 'stopped')?.position ?? null;
  return { of, position, deadLetters: open.length, stopped };
}

function follow(options: FollowOptions & Pick<Source, 'databaseUrl'>): Consumer {
  const { pool, of, by, logger } = options;
  const candidacy = whileLeader(options.databaseUrl, consumerRole(of), logger, (signal) =>
    followUntil(options, signal),
  );
  const status = () => consumerStatus(pool, of);
  return {
    health: async () => {
      const { deadLetters, ...where } = await status();
      return { ok: true, deadLetters, detail: { by, deadLetters, ...where } };
    },
    status,
    stop: () => candidacy.stop(),
  };
}
