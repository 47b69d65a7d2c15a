import { busHealth, connectBus } from '@repairline/messaging/bus';
import { openCallClient } from '@repairline/messaging/calls/open-call-client';
import { readPosition } from '@repairline/messaging/consuming/consumed-position';
import { followPeople } from '@repairline/messaging/people/follow-people';
import { publishChanges } from '@repairline/messaging/notices/notices-on-bus';
import { kyselyOn } from '@repairline/postgres/queries/kysely-on';
import { readVerification } from '@repairline/projections/building/last-verification';
import { startViews } from '@repairline/projections/following/run-views';
import { technicianList } from '@repairline/messaging/people/technicians';
import { followerStanding } from '@repairline/projections/following/view-standing';
import { createPool } from '@repairline/postgres/pool';
import { Health } from '@repairline/service-kit/monitoring/health';
import type { Logger } from '@repairline/service-kit/logger';
import { Standing } from '@repairline/service-kit/monitoring/standing';
import type { Config } from './config';
import { factLog, SOURCE } from './facts';
import { createAnnouncer } from './notices';
import type { QueryDeps } from './queries/get-analytics';
import type { Tables } from './views/tables';
import { figureViews } from './views/views';

const SERVICE = 'analytics' as const;
const CONNECTIONS = 6;

export interface Analytics {
  deps: QueryDeps;
  health: Health;
  standing: Standing;
  stop: () => Promise<void>;
}

/** Opens everything the service works with; `stop` closes it in reverse order. */
export async function compose(config: Config, logger: Logger): Promise<Analytics> {
  const { DATABASE_URL: databaseUrl, DISTRICT_TIMEZONE: timeZone } = config;
  const pool = createPool(databaseUrl, SERVICE, CONNECTIONS);
  const bus = await connectBus(config.NATS_EVENTS_URL, SERVICE, config.NATS_REPLICAS);
  const { calls, close: closeCalls } = await openCallClient(config.NATS_CALLS_URL, SERVICE);
  const announcer = createAnnouncer((notice) => publishChanges(bus, notice));
  const views = await startViews({
    ...{ service: SERVICE, store: factLog({ calls, bus }), pool, databaseUrl, logger, views: figureViews },
    onCommitted: (batch, stretch) =>
      Promise.resolve(batch.length > 0 ? announcer.moved(stretch) : announcer.recounted()),
  });
  const identity = followPeople({ bus, pool, databaseUrl, calls, by: SERVICE, logger }, technicianList);

  const following = () => followerStanding(pool, SOURCE, figureViews);
  const health = new Health();
  health.register('repairs', async () => {
    const detail = await following();
    return { ok: detail !== null, deadLetters: detail?.deadLetters ?? 0, detail };
  });
  health.register('technicians', () => identity.health());
  health.register('bus', busHealth(bus));
  const standing = new Standing({ verification: () => readVerification(pool) });
  standing.consumer('figures', async () => (await following()) ?? NOT_BUILT);
  standing.consumer('technicians', () => identity.standing());
  const positionOf = (of: string) => (of === SOURCE ? views.position() : readPosition(pool, of));
  return {
    deps: { db: kyselyOn<Tables>(pool), pool, calls, positionOf, timeZone, now: () => new Date() },
    health,
    standing,
    async stop() {
      await Promise.all([views.stop(), identity.stop()]);
      announcer.stop();
      await closeCalls();
      await bus.drain();
      await pool.end();
    },
  };
}

const NOT_BUILT = { of: SOURCE, position: 0, stopped: null, deadLetters: 0 };
