import { setTimeout as delay } from 'node:timers/promises';
import type { NatsConnection } from 'nats';
import type { Pool } from 'pg';
import type { CallClient } from '@repairline/messaging/call-client';
import { startConsumer, type Consumer } from '@repairline/messaging/consume';
import { readPosition } from '@repairline/messaging/consumed-position';
import { waitForBuildSite } from '@repairline/projections/build-site';
import type { Logger } from '@repairline/service-kit/logger';
import { rebuildReadModel } from './build-figures';
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
/** Figures are looked at, not waited for: in a busy district they are brought up to date twice a second. */
const APART_MS = 500;

/**
 * Keeps the figures up to date. Tables of an older version are read as they are until those of this one have been built
 * beside them, whole; the events from there on come after that.
 */
export async function startFigures(options: FiguresOptions): Promise<Consumer> {
  const { pool } = options;
  if ((await ensureReadModel(pool)) === 'current') return follow(options);
  const stopping = new AbortController();
  let following: Consumer | undefined;
  const building = untilBuilt(options, stopping.signal).then(() => {
    if (!stopping.signal.aborted) following = follow(options);
  });
  const waiting = async () => ({
    of: SOURCE,
    position: await readPosition(pool, SOURCE),
    stopped: null,
    deadLetters: 0,
  });
  return {
    health: async () =>
      following?.health() ?? { ok: true, detail: { ...(await waiting()), building: READ_MODEL_VERSION } },
    standing: async () => following?.standing() ?? waiting(),
    async stop() {
      stopping.abort();
      await building;
      await following?.stop();
    },
  };
}

function follow({ announcer, ...source }: FiguresOptions): Consumer {
  return startConsumer({
    ...{ ...source, of: SOURCE, onPoison: 'stop' as const, apartMs: APART_MS },
    prepare: (events) => typedIssuesOf(source.calls, events),
    apply: (tx, events, typed) => applyFacts(tx, factsOf(events, typed)),
    onMoved: (stretch) => announcer.moved(stretch),
  });
}

/** Tries again for as long as repairs does not answer. Another replica may have done it meanwhile. */
async function untilBuilt(options: FiguresOptions, signal: AbortSignal): Promise<void> {
  const { pool, databaseUrl, calls, logger, announcer } = options;
  while (!signal.aborted) {
    try {
      const site = await waitForBuildSite(databaseUrl, SERVICE, signal);
      try {
        if ((await ensureReadModel(pool)) === 'current') return;
        const position = await rebuildReadModel({ site, calls, signal });
        logger.info({ position, version: READ_MODEL_VERSION }, 'the figures are built anew');
        return announcer.moved({ after: 0, upTo: position });
      } finally {
        await site.close();
      }
    } catch (error) {
      if (!signal.aborted) logger.warn({ err: error }, 'the figures cannot be built yet');
      await delay(TRY_AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
