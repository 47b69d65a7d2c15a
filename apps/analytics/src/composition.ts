import { awaitEventsHandler } from '@repairline/messaging/consuming/catch-up';
import { readPosition } from '@repairline/messaging/consuming/consumed-position';
import { publishChanges } from '@repairline/messaging/notices/notices-on-bus';
import { followPeople } from '@repairline/messaging/people/follow-people';
import { technicianList } from '@repairline/messaging/people/technicians';
import { startViews } from '@repairline/projections/following/run-views';
import { followerStatus } from '@repairline/projections/following/view-status';
import type { Logger } from '@repairline/service-kit/logger';
import { openService } from '@repairline/service/open-service';
import type { Config } from './config';
import { factLog, SOURCE } from './facts';
import { handlers } from './handlers';
import { createAnnouncer } from './notices';
import type { Tables } from './views/tables';
import { figureViews } from './views/views';

const SERVICE = 'analytics';
const NOT_BUILT = { of: SOURCE, position: 0, stopped: null, deadLetters: 0 };

/** Opens everything the service works with; `stop` closes it in reverse order. */
export async function compose(config: Config, logger: Logger) {
  const { DATABASE_URL: databaseUrl, DISTRICT_TIMEZONE: timeZone } = config;
  const service = await openService<Tables>({ service: SERVICE, config, logger, connections: 6 });
  const { pool, bus, db, health, status } = service;
  const { calls, source } = await service.openCalls();
  const announcer = createAnnouncer((notice) => publishChanges(bus, notice));
  service.closeLater(async () => announcer.stop());
  const views = service.run(
    await startViews({
      ...{ service: SERVICE, store: factLog({ calls, bus }), pool, databaseUrl, logger, views: figureViews },
      onCommitted: (batch, stretch) =>
        Promise.resolve(batch.length > 0 ? announcer.moved(stretch) : announcer.recounted()),
    }),
  );
  const following = () => followerStatus(pool, SOURCE, figureViews);
  health.register(SOURCE, async () => {
    const detail = await following();
    return { ok: detail !== null, deadLetters: detail?.deadLetters ?? 0, detail };
  });
  status.consumer('figures', async () => (await following()) ?? NOT_BUILT);
  service.runConsumer('technicians', followPeople(source, technicianList));

  const positionOf = (of: string) => (of === SOURCE ? views.position() : readPosition(pool, of));
  const deps = { db, pool, calls, positionOf, timeZone, now: () => new Date() };
  return { ...service, handlers: [...handlers({ deps }), awaitEventsHandler(SERVICE, deps)] };
}
