import type { Kysely } from 'kysely';
import type { EventEnvelope } from '@repairline/contracts/event';
import type { ChangeNotice } from '@repairline/contracts/live';
import { observedStore } from '@repairline/event-store/appending/observed-store';
import type { EventRegistry } from '@repairline/event-store/event-registry';
import { redacted, type AnyEvent } from '@repairline/event-store/event-store';
import type { EventStoreSettings } from '@repairline/event-store/open-event-store';
import { openLog } from '@repairline/event-store/open-log';
import { busHealth, connectBus } from '@repairline/messaging/bus';
import { openCallClient } from '@repairline/messaging/calls/open-call-client';
import type { Publishing } from '@repairline/messaging/cloud-event';
import type { Consumer } from '@repairline/messaging/consuming/consume';
import { publishChanges } from '@repairline/messaging/notices/notices-on-bus';
import { startRelay, type RelayOptions } from '@repairline/messaging/publishing/relay';
import { createPool } from '@repairline/postgres/pool';
import { kyselyOn } from '@repairline/postgres/queries/kysely-on';
import { readVerification } from '@repairline/projections/building/last-verification';
import { startViews } from '@repairline/projections/following/run-views';
import type { AnyView } from '@repairline/projections/view';
import type { Logger } from '@repairline/service-kit/logger';
import { Health } from '@repairline/service-kit/monitoring/health';
import { Status } from '@repairline/service-kit/monitoring/status';

export interface ServiceSettings {
  DATABASE_URL: string;
  NATS_CALLS_URL: string;
  NATS_EVENTS_URL: string;
  NATS_REPLICAS: number;
}

export interface ServiceOptions<Settings extends ServiceSettings = ServiceSettings> {
  service: ChangeNotice['context'];
  config: Settings;
  logger: Logger;
  /** To the database; 10 if absent. */
  connections?: number;
}

/** The database and the bus of a service, and its reports. What it runs is stopped before they are closed. */
export async function openService<Tables>({ service, config, logger, connections }: ServiceOptions) {
  const { DATABASE_URL: databaseUrl, NATS_CALLS_URL, NATS_EVENTS_URL, NATS_REPLICAS } = config;
  const pool = createPool(databaseUrl, service, connections);
  const bus = await connectBus(NATS_EVENTS_URL, service, NATS_REPLICAS);
  const health = new Health();
  health.register('bus', busHealth(bus));
  const status = new Status({ verification: () => readVerification(pool) });
  const running: Pick<Consumer, 'stop'>[] = [];
  const closers: (() => Promise<unknown>)[] = [() => pool.end(), () => bus.drain()];
  return {
    pool,
    bus,
    db: kyselyOn<Tables>(pool),
    health,
    status,
    /** Has it stopped before anything is closed. */
    run<Part extends Pick<Consumer, 'stop'>>(part: Part): Part {
      running.push(part);
      return part;
    },
    /** Reports it, too. */
    runConsumer(name: string, consumer: Consumer): void {
      running.push(consumer);
      health.register(name, () => consumer.health());
      status.consumer(name, () => consumer.status());
    },
    async openCalls() {
      const { calls, close } = await openCallClient(NATS_CALLS_URL, service);
      closers.push(close);
      return { calls, source: { bus, pool, databaseUrl, calls, by: service, logger } };
    },
    /** Closes it before what was opened earlier. */
    closeLater(close: () => Promise<unknown>): void {
      closers.push(close);
    },
    stop: async (): Promise<void> => {
      await Promise.all(running.map((part) => part.stop()));
      for (const close of closers.toReversed()) await close();
    },
  };
}

interface LogServiceOptions<E extends AnyEvent, Tables> extends ServiceOptions<
  ServiceSettings & EventStoreSettings & { DATA_KEY: Buffer }
> {
  registry: EventRegistry<E>;
  views: readonly AnyView<E>[];
  /** What browsers hear after these events; empty at the start of each projector's lease. */
  notices: (
    db: Kysely<Tables>,
    batch: EventEnvelope<E>[],
    range: { after: number; upTo: number },
  ) => Promise<ChangeNotice[]>;
  /** `personal`: what `publish` makes of an event needs its personal fields. */
  published: { publish: Publishing; personal?: boolean } & Pick<RelayOptions<E>, 'gatherMs' | 'apartMs'>;
}

/** The same for a service with a log of its own: its store, its views and its relay. */
export async function openLogService<E extends AnyEvent, Tables>(options: LogServiceOptions<E, Tables>) {
  const { service: name, config, logger, registry, notices, published } = options;
  const { DATABASE_URL: databaseUrl, DATA_KEY: dataKey } = config;
  const service = await openService<Tables>(options);
  const { pool, bus, db, health, status } = service;
  const surroundings = { service: name, pool, connectionString: databaseUrl };
  const { store: log, keyring, close } = await openLog(config, { ...surroundings, dataKey, registry, logger });
  service.closeLater(close);
  const store = observedStore(log);
  const views = service.run(
    await startViews({
      ...{ service: name, store, pool, databaseUrl, logger, views: options.views },
      onCommitted: async (batch, range) => {
        for (const notice of await notices(db, batch, range)) publishChanges(bus, notice);
      },
    }),
  );
  const { publish, personal = false, ...pace } = published;
  const relayed = { store: personal ? store : redacted(store), context: name, publish };
  const relay = service.run(startRelay({ ...relayed, pool, databaseUrl, bus, logger, ...pace }));
  health.register('views', () => views.health());
  health.register('relay', () => relay.health());
  status.ofLog({ head: () => store.head(), views: () => views.status(), relay: () => relay.status() });
  return { ...service, store, keyring, views, inPlace: () => views.inPlace() };
}
