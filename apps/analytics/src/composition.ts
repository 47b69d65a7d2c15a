import { connectBus } from '@repairline/messaging/bus';
import { publishChanges } from '@repairline/messaging/changes';
import { startConsumer } from '@repairline/messaging/consume';
import { openCallClient } from '@repairline/messaging/open-call-client';
import { peopleOf } from '@repairline/messaging/people';
import { kyselyOn } from '@repairline/projections/kysely-on';
import { saveTechnicians } from '@repairline/projections/technicians';
import { createPool } from '@repairline/service-kit/database';
import { Health } from '@repairline/service-kit/health';
import type { Logger } from '@repairline/service-kit/logger';
import type { Config } from './config';
import { factsOf, typedIssuesOf } from './facts';
import { createAnnouncer } from './notices';
import type { ReadingRoom } from './queries/get-analytics';
import { applyFacts, ensureReadModel, SOURCE } from './read-model';
import type { Tables } from './views/tables';

const SERVICE = 'analytics';
const CONNECTIONS = 6;

export interface Analytics {
  readingRoom: ReadingRoom;
  health: Health;
  stop: () => Promise<void>;
}

/** Opens everything the service works with. `stop` closes it in the opposite order. */
export async function compose(config: Config, logger: Logger): Promise<Analytics> {
  const { DATABASE_URL: databaseUrl, NATS_URL, DISTRICT_TIMEZONE: timeZone } = config;
  const pool = createPool(databaseUrl, SERVICE, CONNECTIONS);
  if (await ensureReadModel(pool)) logger.info('the figures are made anew from the first event');
  const bus = await connectBus(NATS_URL, SERVICE);
  const { calls, close: closeCalls } = await openCallClient(NATS_URL, SERVICE);
  const announcer = createAnnouncer((notice) => publishChanges(bus, notice));
  const source = { bus, pool, databaseUrl, calls, by: SERVICE, logger };
  const repairs = startConsumer({
    ...{ ...source, of: SOURCE },
    prepare: (events) => typedIssuesOf(calls, events),
    apply: (tx, events, typed) => applyFacts(tx, factsOf(events, typed)),
    onMoved: (stretch) => announcer.moved(stretch),
  });
  const identity = startConsumer({
    ...{ ...source, of: 'identity' },
    prepare: (events) => peopleOf(calls, events),
    apply: (tx, _events, people) => saveTechnicians(tx, people),
  });

  const health = new Health();
  health.register('repairs', () => repairs.health());
  health.register('technicians', () => identity.health());
  return {
    readingRoom: { db: kyselyOn<Tables>(pool), pool, calls, timeZone, now: () => new Date() },
    health,
    async stop() {
      await Promise.all([repairs.stop(), identity.stop()]);
      announcer.stop();
      await closeCalls();
      await bus.drain();
      await pool.end();
    },
  };
}
