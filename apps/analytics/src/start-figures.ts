import { setTimeout as delay } from 'node:timers/promises';
import type { NatsConnection } from 'nats';
import type { Pool } from 'pg';
import { DomainError } from '@repairline/contracts/domain-error';
import type { CallClient } from '@repairline/messaging/calls/call-client';
import { consumerStanding, startConsumer, type Consumer } from '@repairline/messaging/consuming/consume';
import {
  consumerRole,
  forgetDeadLetters,
  keepDeadLetter,
  listConsumedDeadLetters,
} from '@repairline/messaging/consuming/consumed-dead-letters';
import { waitForBuildSite } from '@repairline/projections/build-site';
import { AnotherVersionError } from '@repairline/projections/rebuild';
import { ABANDONED_MS } from '@repairline/projections/run-views';
import { hasCandidates } from '@repairline/service-kit/leadership';
import type { Logger } from '@repairline/service-kit/logger';
import { EventRefusedError, rebuildReadModel, type FiguresBuilding } from './build-figures';
import { factsOf, typedIssuesOf } from './facts';
import type { Announcer } from './notices';
import { applyFacts, ensureReadModel, isCurrent, READ_MODEL_VERSION, SERVICE, SOURCE } from './read-model';

export interface FiguresOptions {
  bus: NatsConnection;
  pool: Pool;
  databaseUrl: string;
  calls: CallClient;
  by: string;
  logger: Logger;
  announcer: Announcer;
}

const FIRST_PAUSE_MS = 500;
/** Every try may read all of repairs' log. */
const LONGEST_PAUSE_MS = 60_000;
/** Between two looks for a decision on an event, or at the version. */
const LOOK_AGAIN_MS = 500;
/** Nobody waits for figures, so under load they are updated only twice a second. */
const APART_MS = 500;

/**
 * Keeps the figures up to date. Tables of another version are read unchanged until this version's have been built in
 * full beside them; only then does the service follow new events, until another version takes over.
 */
export async function startFigures(options: FiguresOptions): Promise<Consumer> {
  const { pool } = options;
  await ensureReadModel(pool);
  const stopping = new AbortController();
  const { signal } = stopping;
  let following: Consumer | undefined;
  const keep = async () => {
    while (!signal.aborted) {
      await untilBuilt(options, signal);
      if (signal.aborted) return;
      const consumer = follow(options);
      following = consumer;
      await untilTakenOver(pool, signal);
      following = undefined;
      await consumer.stop();
    }
  };
  const keeping = keep();
  const waiting = async () => {
    const { deadLetters, ...where } = await consumerStanding(pool, SOURCE);
    return { ok: true, deadLetters, detail: { ...where, deadLetters, awaiting: READ_MODEL_VERSION } };
  };
  return {
    health: async () => following?.health() ?? waiting(),
    standing: async () => following?.standing() ?? consumerStanding(pool, SOURCE),
    async stop() {
      stopping.abort();
      await keeping;
    },
  };
}

/** Resolves when the tables are no longer of this version, or on stop. */
async function untilTakenOver(pool: Pool, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await isCurrent(pool).catch(() => true))) await pause(LOOK_AGAIN_MS, signal);
}

const pause = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }).catch(() => undefined);

function follow(options: FiguresOptions): Consumer {
  const { announcer, ...source } = options;
  return startConsumer({
    ...{ ...source, of: SOURCE, onPoison: 'stop' as const, apartMs: APART_MS },
    prepare: (events) => typedIssuesOf(source.calls, events),
    apply: (tx, events, typed) => applyFacts(tx, factsOf(events, typed)),
    late: ({ position }, signal) => countAnew(options, signal, position),
    onMoved: (stretch) => announcer.moved(stretch),
  });
}

/** That another version runs is no fault of the event, which waits for a leader of that version. */
async function countAnew(options: FiguresOptions, signal: AbortSignal, wanted: number): Promise<void> {
  try {
    await build(options, signal, { wanted });
  } catch (error) {
    if (!(error instanceof AnotherVersionError)) throw error;
    throw new DomainError({ code: 'views_behind', message: error.message });
  }
}

/**
 * Tries again, after growing pauses, while repairs does not answer. After an event that cannot be taken in it first waits
 * for a decision on it. Another replica may build the tables first.
 */
async function untilBuilt(options: FiguresOptions, signal: AbortSignal): Promise<void> {
  const { pool, logger } = options;
  const isAbandoned = abandonment(pool);
  const isDue = async () => {
    const found = await ensureReadModel(pool);
    return found === 'earlier' || (found === 'later' && (await isAbandoned()));
  };
  for (let failures = 0; !signal.aborted;) {
    try {
      if (await isDue()) await build(options, signal, { isDue });
      if (await isCurrent(pool)) return;
      await pause(LOOK_AGAIN_MS, signal);
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ err: error }, 'the figures cannot be built yet');
      if (error instanceof EventRefusedError && (await keepRefused(pool, error))) {
        await untilDecided(pool, error.event.position, signal);
      } else {
        await pause(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS), signal);
        failures += 1;
      }
    }
  }
}

/** Resolves when the event is wanted again, is left out, or no longer holds anything up; or on stop. */
async function untilDecided(pool: Pool, position: number, signal: AbortSignal): Promise<void> {
  const isStopped = async () =>
    (await listConsumedDeadLetters(pool)).some(
      (letter) => letter.source === SOURCE && letter.position === position && letter.state === 'stopped',
    );
  while (!signal.aborted && (await isStopped().catch(() => true))) await pause(LOOK_AGAIN_MS, signal);
}

/** Whether no process has followed the figures for a while, as seen by the calls of the function returned. */
function abandonment(pool: Pool): () => Promise<boolean> {
  let since: number | undefined;
  return async () => {
    const isFollowed = await hasCandidates(pool, consumerRole(SOURCE));
    since = isFollowed ? undefined : (since ?? performance.now());
    return since !== undefined && performance.now() - since > ABANDONED_MS;
  };
}

/** Keeps the event as a dead letter, so that an operator can decide about it. @returns false if that fails, too */
async function keepRefused(pool: Pool, { event, refusal }: EventRefusedError): Promise<boolean> {
  const letter = { error: refusal, tries: 1, state: 'stopped' } as const;
  return keepDeadLetter(pool, SOURCE, event, letter).then(
    () => true,
    () => false,
  );
}

/**
 * Rebuilds all figures from the first event, once no other process is building; if that makes this version the running
 * one, only as long as `isDue`.
 */
async function build(
  { databaseUrl, pool, calls, logger, announcer }: FiguresOptions,
  signal: AbortSignal,
  { wanted, isDue }: Pick<FiguresBuilding, 'wanted'> & { isDue?: () => Promise<boolean> },
): Promise<void> {
  const site = await waitForBuildSite(databaseUrl, SERVICE, signal);
  try {
    if (isDue && !(await isDue())) return;
    const position = await rebuildReadModel({ site, calls, signal, wanted, takesOver: isDue !== undefined });
    await forgetDeadLetters(pool, SOURCE, position);
    logger.info({ position, version: READ_MODEL_VERSION }, 'the figures have been rebuilt');
    announcer.recounted();
  } finally {
    await site.close();
  }
}
