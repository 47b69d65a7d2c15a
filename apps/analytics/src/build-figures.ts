import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { CallClient } from '@repairline/messaging/calls/call-client';
import type { CloudEvent } from '@repairline/messaging/cloud-event';
import { askOwner } from '@repairline/messaging/consuming/ask-owner';
import { readDecisions } from '@repairline/messaging/consuming/consumed-dead-letters';
import { lockPosition, movePosition, readPosition } from '@repairline/messaging/consuming/consumed-position';
import { isFaultOfEvent } from '@repairline/messaging/consuming/fault-of-event';
import { NotPublishableError } from '@repairline/messaging/publishing/published-log';
import type { BuildSite } from '@repairline/projections/build-site';
import { createIndexes, createTable, replaceTables } from '@repairline/projections/view-table';
import { factsOf, typedIssuesOf } from './facts';
import { figureViews, foldFacts, lockVersion, READ_MODEL_VERSION, SERVICE, SOURCE } from './read-model';

export interface FiguresBuilding {
  site: BuildSite;
  /** Calls repairs, which has the events and the text typed in them. */
  calls: Pick<CallClient, 'call'>;
  signal: AbortSignal;
  /** Position of the event being retried; others marked for retry wait their turn. Without it, all are counted. */
  wanted?: number | undefined;
  /** May replace tables of another version: only a service that starts makes its version the running one. */
  takesOver?: boolean;
  onProgress?: (position: number) => void;
}

/** An event that the figures cannot take in. */
export class EventRefusedError extends Error {
  constructor(
    readonly event: CloudEvent,
    readonly refusal: unknown,
  ) {
    super(`Event ${event.position} of ${SOURCE}, ${event.type}, cannot be taken in`, { cause: refusal });
  }
}

/** Creates empty tables beside the live ones, replacing whatever an earlier build left unfinished. */
export async function beginFigures({ site }: FiguresBuilding): Promise<void> {
  await site.transact(async (tx) => {
    for (const view of figureViews) await createTable(tx, site.schema, view);
  });
}

/**
 * Takes in what repairs has published after `from`, up to `target`, without the events the live figures leave out.
 * @returns the position reached: `target`, or the end of repairs' log
 * @throws {EventRefusedError} if an event cannot be taken in
 * @throws {NotPublishableError} if repairs cannot tell of an event that the live figures have taken in
 */
export async function buildFigures(building: FiguresBuilding, from: number, target: number): Promise<number> {
  const { site, calls, signal, wanted, onProgress } = building;
  const { excluded, again } = await site.transact((tx) => readDecisions(tx, SOURCE));
  const later = wanted === undefined ? [] : again.filter(({ position }) => position !== wanted);
  const omitted = new Set([...excluded, ...later.map(({ position }) => position)]);
  for (let after = from; after < target;) {
    signal.throwIfAborted();
    const page = await askOwner(calls, SOURCE, after);
    if (page.upTo === after && page.refused) throw new NotPublishableError(page.refused);
    if (page.upTo === after) return after;
    await takeIn(
      building,
      page.events.filter(({ position }) => position <= target && !omitted.has(position)),
    );
    after = Math.min(page.upTo, target);
    onProgress?.(after);
  }
  return target;
}

/** Takes events in together; if that fails, one by one, to find out which event is at fault. */
async function takeIn({ site, calls }: FiguresBuilding, events: CloudEvent[]): Promise<void> {
  const take = async (some: CloudEvent[]) => {
    const typed = await typedIssuesOf(calls, some);
    await site.transact((tx) => foldFacts(tx, factsOf(some, typed)));
  };
  try {
    await take(events);
  } catch (error) {
    if (!isFaultOfEvent(error)) throw error;
    for (const event of events) {
      await take([event]).catch((refusal: unknown) => {
        throw isFaultOfEvent(refusal) ? new EventRefusedError(event, refusal) : refusal;
      });
    }
  }
}

/**
 * Builds all tables from the first event and swaps them in for the old ones: readers see either the old figures or the
 * new. The new tables reach the live ones' position, or the end of repairs' log if that comes first; events after it are
 * left to the consumer.
 * @throws {AnotherVersionError} if the service runs another version, unless this build takes over
 */
export async function rebuildReadModel(building: FiguresBuilding, version = READ_MODEL_VERSION): Promise<number> {
  const { site, signal, takesOver } = building;
  // Before a long build in vain; the swap asks again.
  if (!takesOver) await site.transact((tx) => lockVersion(tx, version));
  await beginFigures(building);
  let live = await livePosition(site);
  let built = await buildFigures(building, 0, live);
  await site.transact(async (tx) => {
    for (const view of figureViews) await createIndexes(tx, view);
  });
  while (!(await swapFigures(building, { live, built }, version))) {
    await delay(PAUSE_MS, undefined, { signal });
    live = await livePosition(site);
    built = await buildFigures(building, built, live);
  }
  return built;
}

function livePosition(site: BuildSite): Promise<number> {
  return site.transact((tx) => readPosition(tx, SOURCE));
}

/** Before the next attempt at the swap, so that readers get their turn in between. */
const PAUSE_MS = 500;

/** Less than PostgreSQL's deadlock_timeout (1 s by default), after which PostgreSQL picks a transaction to fail. */
const PATIENCE_WITH_READERS_MS = 300;
/** SQLSTATE lock_not_available. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Positions of the live figures when the last events were taken in, and of the new ones. */
export interface Reached {
  live: number;
  built: number;
}

/**
 * False if the swap must be tried again: the live figures have advanced, or readers were in the way. Like the swap, a
 * reader holds a lock on one table while it waits for the next; the swap gives way before that becomes a deadlock.
 */
async function swapFigures(building: FiguresBuilding, reached: Reached, version: number): Promise<boolean> {
  try {
    return await building.site.transact((tx) => replaceFigures(tx, building, reached, version));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}

/** False if the live figures have advanced meanwhile. Otherwise the consumer continues at the new tables' position. */
async function replaceFigures(
  tx: PoolClient,
  { site, takesOver }: FiguresBuilding,
  { live, built }: Reached,
  version: number,
): Promise<boolean> {
  await tx.query(`set local lock_timeout = ${PATIENCE_WITH_READERS_MS}`);
  if ((await lockPosition(tx, SOURCE)) > live) return false;
  if (!takesOver) await lockVersion(tx, version);
  for (const view of figureViews) await replaceTables(tx, view, { live: SERVICE, beside: site.schema });
  await tx.query('update read_model set version = $1, updated_at = now()', [version]);
  await movePosition(tx, SOURCE, built);
  return true;
}
