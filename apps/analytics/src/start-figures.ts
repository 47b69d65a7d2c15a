import { setTimeout as delay } from 'node:timers/promises';
import type { NatsConnection } from 'nats';
import type { Pool } from 'pg';
import type { CallClient } from '@repairline/messaging/calls/call-client';
import { consumerStanding, startConsumer, type Consumer } from '@repairline/messaging/consuming/consume';
import { forgetDeadLetters, keepDeadLetter } from '@repairline/messaging/consuming/consumed-dead-letters';
import { waitForBuildSite } from '@repairline/projections/build-site';
import type { Logger } from '@repairline/service-kit/logger';
import { EventRefusedError, rebuildReadModel } from './build-figures';
import { factsOf, typedIssuesOf } from './facts';
import type { Announcer } from './notices';
import { applyFacts, ensureReadModel, READ_MODEL_VERSION, SERVICE, SOURCE } from './read-model';

export interface FiguresOptions {
  bus: NatsConnection;
  pool: Pool;
  databaseUrl: string;
  calls: CallClient;
  by: string;
  logger: Logger;
  announcer: Announcer;
}

const TRY_AGAIN_MS = 500;
/** Nobody waits for figures, so under load they are updated only twice a second. */
const APART_MS = 500;

/**
 * Keeps the figures up to date. Tables of an older version are read unchanged until this version's have been built in
 * full beside them; only then does the service follow new events.
 */
export async function startFigures(options: FiguresOptions): Promise<Consumer> {
  const { pool } = options;
  if ((await ensureReadModel(pool)) === 'current') return follow(options);
  const stopping = new AbortController();
  let following: Consumer | undefined;
  const building = untilBuilt(options, stopping.signal).then(() => {
    if (!stopping.signal.aborted) following = follow(options);
  });
  const waiting = async () => {
    const { deadLetters, ...where } = await consumerStanding(pool, SOURCE);
    return { ok: true, deadLetters, detail: { ...where, deadLetters, building: READ_MODEL_VERSION } };
  };
  return {
    health: async () => following?.health() ?? waiting(),
    standing: async () => following?.standing() ?? consumerStanding(pool, SOURCE),
    async stop() {
      stopping.abort();
      await building;
      await following?.stop();
    },
  };
}

function follow(options: FiguresOptions): Consumer {
  const { announcer, ...source } = options;
  return startConsumer({
    ...{ ...source, of: SOURCE, onPoison: 'stop' as const, apartMs: APART_MS },
    prepare: (events) => typedIssuesOf(source.calls, events),
    apply: (tx, events, typed) => applyFacts(tx, factsOf(events, typed)),
    late: ({ position }, signal) => build(options, signal, { wanted: position }),
    onMoved: (stretch) => announcer.moved(stretch),
  });
}

/** Retries while repairs does not answer or an event cannot be taken in. Another replica may build the tables first. */
async function untilBuilt(options: FiguresOptions, signal: AbortSignal): Promise<void> {
  const { pool, logger } = options;
  while (!signal.aborted) {
    try {
      return await build(options, signal, { isDone: async () => (await ensureReadModel(pool)) === 'current' });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof EventRefusedError) await keepRefused(pool, error).catch(() => undefined);
      logger.warn({ err: error }, 'the figures cannot be built yet');
      await delay(TRY_AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Keeps the event as a dead letter, so that an operator can decide about it. */
function keepRefused(pool: Pool, { event, refusal }: EventRefusedError): Promise<void> {
  return keepDeadLetter(pool, SOURCE, event, { error: refusal, tries: 1, state: 'stopped' });
}

/** Rebuilds all figures from the first event, once no other process is building. */
async function build(
  { databaseUrl, pool, calls, logger, announcer }: FiguresOptions,
  signal: AbortSignal,
  { wanted, isDone }: { wanted?: number; isDone?: () => Promise<boolean> } = {},
): Promise<void> {
  const site = await waitForBuildSite(databaseUrl, SERVICE, signal);
  try {
    if (await isDone?.()) return;
    const position = await rebuildReadModel({ site, calls, signal, wanted });
    await forgetDeadLetters(pool, SOURCE, position);
    logger.info({ position, version: READ_MODEL_VERSION }, 'the figures have been rebuilt');
    announcer.recounted();
  } finally {
    await site.close();
  }
}
