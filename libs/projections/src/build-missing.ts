import type { Pool, PoolClient } from 'pg';
import type { AnyEvent, EventStore } from '@repairline/event-store/event-store';
import type { Logger } from '@repairline/service-kit/logger';
import { waitForBuildSite } from './build-site';
import { buildTogether, buildUpTo } from './build-together';
import { beginBuilding, dropLetterBox, finishBuilding, type Building } from './build-view';
import { holdEpoch, type Checkpoint, type Hold } from './checkpoints';
import { handOverDeadLetters, replaceLive } from './rebuild';
import type { AnyView } from './view';
import { viewsChannel } from './view-positions';

/** A service's log, its views, and where they are kept. */
export interface Projecting<E extends AnyEvent> {
  service: string;
  store: EventStore<E>;
  pool: Pool;
  databaseUrl: string;
  views: readonly AnyView<E>[];
  logger: Logger;
}

/** One replica's time as the one who projects. */
export interface Term<E extends AnyEvent> extends Projecting<E>, Hold {
  live: Map<AnyView<E>, Checkpoint>;
  /** Views that have no table yet, not even of an older version: until they have, no position counts as shown. */
  unbuilt: Set<string>;
  cursor: number;
}

export type Serial = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * All of them from one reading of the log, while the live views go on; each joins between two batches, exactly where they
 * are.
 */
export async function buildMissing<E extends AnyEvent>(
  term: Term<E>,
  signal: AbortSignal,
  serially: Serial,
): Promise<void> {
  const missing = term.views.filter((view) => !term.live.has(view));
  if (missing.length === 0) return;
  const fence = async (tx: PoolClient) => void (await holdEpoch(tx, term.epoch));
  const site = await waitForBuildSite(term.databaseUrl, term.service, signal, fence);
  try {
    await site.transact((tx) => dropLetterBox(tx, site.schema));
    const buildings = missing.map((view) => ({ ...term, site, view, signal }));
    const begun: Checkpoint[] = [];
    for (const building of buildings) begun.push(await beginBuilding(building));
    const started = Date.now();
    const built = await buildTogether(buildings, begun, await term.store.head());
    for (const [index, building] of buildings.entries()) await join(term, building, built[index]!, serially);
    await site.transact((tx) => dropLetterBox(tx, site.schema));
    if (term.unbuilt.size > 0) return;
    await term.pool.query('select pg_notify($1, $2)', [viewsChannel(term.service), String(term.cursor)]);
    term.logger.info({ views: missing.map(({ name }) => name), ms: Date.now() - started }, 'views built');
  } finally {
    await site.close();
  }
}

async function join<E extends AnyEvent>(
  term: Term<E>,
  building: Building<E>,
  from: Checkpoint,
  serially: Serial,
): Promise<void> {
  const { view, site, store } = building;
  const built = await buildUpTo(building, from, await store.head());
  await finishBuilding(building);
  await serially(async () => {
    const joining = await buildUpTo(building, built, term.cursor);
    if (joining.state === 'stopped' && !term.unbuilt.has(view.name)) return leaveAsItWas(term, building, joining);
    await site.transact((tx) => replaceLive(tx, building, joining));
    term.live.set(view, joining);
    term.unbuilt.delete(view.name);
  });
}

/** A table of an older version, whole, serves readers better than a new one that ends in the middle of the log. */
async function leaveAsItWas<E extends AnyEvent>(
  { logger }: Term<E>,
  building: Building<E>,
  { position }: Checkpoint,
): Promise<void> {
  await building.site.transact((tx) => handOverDeadLetters(tx, building));
  logger.error({ view: building.view.name, position }, 'a new view cannot take in an event; the old one stays');
}

/** Runs one piece of work at a time, in the order asked for. */
export function createSerial(): Serial {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}
