import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { defineEvent, type EventOf } from '@repairline/contracts/event';
import { createEventRegistry } from '@repairline/event-store/event-registry';
import type { EventStore } from '@repairline/event-store/event-store';
import { openPostgresKeyring } from '@repairline/event-store/personal-data/postgres-keyring';
import { createPostgresEventStore } from '@repairline/event-store/postgres/postgres-event-store';
import { createPool } from '@repairline/postgres/pool';
import { createLogger } from '@repairline/service-kit/logger';
import { createTestDatabase } from '@repairline/postgres/testing/test-database';
import type { BuildSite, openScratchSite, waitForBuildSite } from '../building/build-site';
import { startViews, type Views } from '../following/run-views';
import type { ViewsOptions } from '../following/lease';
import { defineView, viewsOf, type View } from '../view';

// A small log to project: parcels that are weighed and thrown away.

const weighed = defineEvent('ParcelWeighed', 1, z.object({ parcel: z.string(), grams: z.number() }), {
  published: { inside: 'a sample' },
});
const thrownAway = defineEvent('ParcelThrownAway', 1, z.object({ parcel: z.string() }), {
  published: { inside: 'a sample' },
});
export type ParcelEvent = EventOf<typeof weighed> | EventOf<typeof thrownAway>;

export interface ParcelRow {
  parcel: string;
  grams: number;
  times: number;
  weighed_at: string;
}

export const parcels: View<ParcelRow, ParcelEvent> = defineView<ParcelRow, ParcelEvent>({
  name: 'parcels',
  version: 1,
  table: 'parcels',
  key: 'parcel',
  columns: {
    parcel: 'text',
    grams: 'integer not null check (grams < 1000000)',
    times: 'integer not null',
    weighed_at: 'timestamptz not null',
  },
  indexes: ['create index parcels_by_weight on parcels (grams)'],
  rowsOf: ({ data }) => [data.parcel],
  project: (row, { event, occurredAt }) => {
    if (event.type === 'ParcelThrownAway') return undefined;
    if (event.data.grams < 0) throw new RangeError('A parcel weighs something');
    return {
      parcel: event.data.parcel,
      grams: event.data.grams,
      times: (row?.times ?? 0) + 1,
      weighed_at: occurredAt.toISOString(),
    };
  },
  onPoison: 'stop',
});

export const weigh = (parcel: string, grams: number): ParcelEvent => ({
  type: 'ParcelWeighed',
  data: { parcel, grams },
});
export const throwAway = (parcel: string): ParcelEvent => ({ type: 'ParcelThrownAway', data: { parcel } });

export async function openParcels() {
  const database = await createTestDatabase('repairs');
  const pool = createPool(database.url, 'parcels', 6);
  const keyring = await openPostgresKeyring({ pool, connectionString: database.url, dataKey: Buffer.alloc(32, 7) });
  const registry = createEventRegistry([weighed, thrownAway]);
  const shared = { pool, connectionString: database.url, keyring };
  const store = createPostgresEventStore<ParcelEvent>({ ...shared, registry });
  const laterRegistry = createEventRegistry([{ ...weighed, version: 2 }, thrownAway], {
    definitions: [weighed],
    upcasters: [{ type: weighed.type, from: 1, upcast: (data) => data }],
  });
  const laterStore = createPostgresEventStore<ParcelEvent>({ ...shared, registry: laterRegistry });
  async function recordIn(log: EventStore<ParcelEvent>, events: ParcelEvent[]): Promise<number> {
    const context = { commandId: randomUUID(), correlationId: 'test', actor: null };
    const result = await log.append(
      `parcel-${randomUUID()}`,
      0,
      events.map((event) => ({ event })),
      context,
    );
    if (result.status === 'conflict') throw new Error('conflict');
    return result.position;
  }

  const running: Views[] = [];
  const sites: BuildSite[] = [];
  return {
    database,
    pool,
    store,
    laterStore,
    record: (...events: ParcelEvent[]) => recordIn(store, events),
    /** Records as a later program does, whose version of a weighing this one cannot read. */
    recordLater: (...events: ParcelEvent[]) => recordIn(laterStore, events),
    async start(
      views: readonly View<ParcelRow, ParcelEvent>[] = [parcels],
      more: Partial<ViewsOptions<ParcelEvent>> = {},
    ) {
      const logger = createLogger('parcels', 'silent');
      const list = viewsOf<ParcelEvent>(...(views as unknown as View<never, ParcelEvent>[]));
      const started = await startViews({
        service: 'repairs',
        store,
        pool,
        databaseUrl: database.url,
        views: list,
        logger,
        ...more,
      });
      running.push(started);
      // The patience of a service's callers is no measure of a test on a busy machine.
      const reached: Views['reached'] = (position, timeoutMs = 60_000) => started.reached(position, timeoutMs);
      return { ...started, reached };
    },
    /** A view in the form a builder takes. */
    async building(view: View<ParcelRow, ParcelEvent>, open: typeof waitForBuildSite | typeof openScratchSite) {
      const { signal } = new AbortController();
      const site = await open(database.url, 'repairs', signal);
      sites.push(site);
      return { store, service: 'repairs', view: viewsOf<ParcelEvent>(view)[0]!, site, signal };
    },
    async closeSites(): Promise<void> {
      await Promise.all(sites.splice(0).map((site) => site.close()));
    },
    async rows(table = 'parcels'): Promise<ParcelRow[]> {
      return (await pool.query<ParcelRow>(`select * from ${table} order by parcel`)).rows;
    },
    async close() {
      await Promise.all(running.map((views) => views.stop()));
      await this.closeSites();
      await keyring.close();
      await pool.end();
      await database.drop();
    },
  };
}
