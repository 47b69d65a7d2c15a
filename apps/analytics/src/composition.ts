import { busHealth, connectBus } from '@repairline/messaging/bus';
import { openCallClient } from '@repairline/messaging/calls/open-call-client';
import { followPeople } from '@repairline/messaging/consuming/people';
import { publishChanges } from '@repairline/messaging/notices/notices-on-bus';
import { kyselyOn } from '@repairline/projections/kysely-on';
import { readVerification } from '@repairline/projections/last-verification';
import { technicianList } from '@repairline/projections/technicians';
import { createPool } from '@repairline/service-kit/database';
import { Health } from '@repairline/service-kit/health';
import type { Logger } from '@repairline/service-kit/logger';
import { Standing } from '@repairline/service-kit/standing';
import type { Config } from './config';
import { createAnnouncer } from './notices';
import type { QueryDeps } from './queries/get-analytics';
import { SERVICE } from './read-model';
import { startFigures } from './start-figures';
import type { Tables } from './views/tables';

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
  const source = { bus, pool, databaseUrl, calls, by: SERVICE, logger };
  const repairs = await startFigures({ ...source, announcer });
  const identity = followPeople(source, technicianList);

  const health = new Health();
  health.register('repairs', () => repairs.health());
  health.register('technicians', () => identity.health());
  health.register('bus', busHealth(bus));
  const standing = new Standing({ verification: () => readVerification(pool) });
  standing.consumer('figures', () => repairs.standing());
  standing.consumer('technicians', () => identity.standing());
  return {
    deps: { db: kyselyOn<Tables>(pool), pool, calls, timeZone, now: () => new Date() },
    health,
    standing,
    async stop() {
      await Promise.all([repairs.stop(), identity.stop()]);
      announcer.stop();
      await closeCalls();
      await bus.drain();
      await pool.end();
    },
  };
}
