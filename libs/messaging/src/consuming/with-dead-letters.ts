import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { recallLeader } from '@repairline/postgres/leadership';
import {
  forgetStopped,
  keepDeadLetter,
  type DeadLetterState,
  type Failure,
  type Follower,
  type OnPoison,
} from '@repairline/event-store/dead-letters';
import type { Logger } from '@repairline/service-kit/logger';
import type { CloudEvent } from '../cloud-event';
import { applyAndAdvance, hasPassed, type Stretch } from './consumed-position';
import { isFaultOfEvent } from './fault-of-event';

/** The consumer of a context's events, as whoever decides about its dead letters sees it. */
export const consumerFollower = (of: string): Follower => ({
  name: `from-${of}`,
  late: 'retrying',
  hasPassed: (tx, position) => hasPassed(tx, of, position),
  wake: (tx) => recallLeader(tx, consumerRole(of)),
});

export const consumerRole = (of: string): string => `consumer of ${of}`;

/** Pauses before each retry of an event. */
const PAUSES_MS: readonly number[] = [200, 1_000, 3_000, 8_000];

export interface EffectOptions {
  pool: Pool;
  of: string;
  logger: Logger;
  /** Applies a stretch's events in order and moves the position to its end once they have taken effect. */
  effect: (events: CloudEvent[], stretch: Stretch) => Promise<void>;
  /** Applies one event long after its turn, and deletes its dead letter. */
  late: (event: CloudEvent, signal: AbortSignal) => Promise<void>;
  onPoison: OnPoison;
  /** For tests. */
  pausesMs?: readonly number[] | undefined;
}

export type ApplyEvents = EffectOptions['effect'];

/**
 * Wraps the effect with the handling of events that cannot take effect: after several tries with growing pauses such an
 * event becomes a dead letter. The consumer then waits before it until its lease ends, or goes on without it.
 * @throws if the failure is not the event's fault, such as an unavailable neighbor
 */
export async function withDeadLetters(options: EffectOptions, signal: AbortSignal): Promise<ApplyEvents> {
  const { pool, of, effect } = options;
  const { skipped, again, held } = await readDecisions(pool, of);
  for (const event of again) await retryLate(options, event, signal);
  return async function applyEvents(events, stretch) {
    const wanted = events.filter(({ position }) => !skipped.has(position));
    await attempt(options, wanted, stretch, signal);
    if (held && !signal.aborted) await forgetStopped(pool, consumerFollower(of).name, stretch.upTo);
  };

  async function attempt(
    self: EffectOptions,
    events: CloudEvent[],
    stretch: Stretch,
    ending: AbortSignal,
  ): Promise<void> {
    try {
      await effect(events, stretch);
    } catch (error) {
      const [event] = events;
      if (!event || !isFaultOfEvent(error)) throw error;
      if (events.length === 1) return retryWithPauses(self, event, stretch, error, ending);
      for (const one of events) {
        if (ending.aborted) return;
        await attempt(self, [one], { ...stretch, upTo: one.position }, ending);
      }
      if (!ending.aborted) await effect([], stretch);
    }
  }
}

async function retryWithPauses(
  options: EffectOptions,
  event: CloudEvent,
  stretch: Stretch,
  first: unknown,
  signal: AbortSignal,
): Promise<void> {
  const pauses = options.pausesMs ?? PAUSES_MS;
  let refusal = first;
  for (const pause of pauses) {
    await delay(pause, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      return await options.effect([event], stretch);
    } catch (error) {
      if (!isFaultOfEvent(error)) throw error;
      refusal = error;
    }
  }
  await keepAsDeadLetter(options, event, stretch, { error: refusal, tries: pauses.length + 1 }, signal);
}

async function keepAsDeadLetter(
  { pool, of, logger, onPoison }: EffectOptions,
  event: CloudEvent,
  stretch: Stretch,
  failure: { error: unknown; tries: number },
  signal: AbortSignal,
): Promise<void> {
  const letter = failureOf(of, event, failure, onPoison === 'stop' ? 'stopped' : 'passed over');
  const about = { of, position: event.position, type: event.type, err: failure.error };
  if (onPoison === 'pass over') {
    await applyAndAdvance(pool, of, [event], stretch, (tx) => keepDeadLetter(tx, letter));
    logger.error(about, 'an event could not be processed and is passed over');
    return;
  }
  await keepDeadLetter(pool, letter);
  logger.error(about, 'an event cannot be processed; later events wait');
  if (!signal.aborted) await once(signal, 'abort');
}

async function retryLate(
  { pool, of, late, logger }: EffectOptions,
  event: CloudEvent,
  signal: AbortSignal,
): Promise<void> {
  try {
    await late(event, signal);
  } catch (error) {
    if (signal.aborted || !isFaultOfEvent(error)) throw error;
    await keepDeadLetter(pool, failureOf(of, event, { error, tries: 1 }, 'passed over'));
    logger.error({ of, position: event.position, err: error }, 'a retried event could not be processed');
  }
}

function failureOf(
  of: string,
  event: CloudEvent,
  failure: { error: unknown; tries: number },
  state: Failure['state'],
): Failure {
  const { position, type } = event;
  return { follower: consumerFollower(of).name, position, type, event, ...failure, state };
}

/** What a consumer's lease has to know about earlier failures. `again` are the events that somebody wants tried. */
async function readDecisions(pool: Pool, of: string) {
  const { rows } = await pool.query<{ position: number; state: DeadLetterState; event: CloudEvent }>(
    'select position, state, event from dead_letters where follower = $1 order by position',
    [consumerFollower(of).name],
  );
  const inState = (wanted: DeadLetterState) => rows.filter(({ state }) => state === wanted);
  return {
    skipped: new Set(inState('skipped').map(({ position }) => position)),
    again: inState('retrying').map(({ event }) => event),
    held: inState('stopped').length > 0,
  };
}
