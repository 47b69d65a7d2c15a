import type { EventEnvelope } from '@repairline/contracts/event';
import type { AnyEvent } from '@repairline/event-store/event-store';
import { logPages } from '@repairline/event-store/reading/log-pages';
import { isRefusal } from '../following/apply-batch';
import { beginBuilding, buildInBatches, type Building } from './build-view';
import { writeDeadLetters, type Checkpoint } from '../following/checkpoints';
import { fold, keysOf, type Poison } from '../fold';
import { createRowCache, type RowCache } from './row-cache';
import { recountRows } from '../row-counts';

/** Larger than the default of `logPages`: folding takes longer than reading, and a page's rows are loaded together. */
const PAGE = 1_000;

/** Takes in what comes after `from`, up to the target. Ends earlier, `stopped`, at an event the view cannot take in. */
export async function buildUpTo<E extends AnyEvent>(
  building: Building<E>,
  from: Checkpoint,
  target: number,
): Promise<Checkpoint> {
  const [built = from] = from.position === 0 ? await buildTogether([building], [from], target) : [];
  return buildInBatches(building, built, target);
}

interface Work<E extends AnyEvent> {
  building: Building<E>;
  checkpoint: Checkpoint;
  cache: RowCache<E>;
  poison: Poison<E>[];
  isRefused: boolean;
}

/**
 * Fills the empty tables of a site's views from one read of the log, writing rows when many have changed. A view whose
 * rows the database refuses is restarted and built batch by batch, which finds the event to blame. Rows are counted
 * once, at the end.
 * @returns how far each has come, as `buildUpTo`
 */
export async function buildTogether<E extends AnyEvent>(
  buildings: readonly Building<E>[],
  from: readonly Checkpoint[],
  target: number,
): Promise<Checkpoint[]> {
  const [first] = buildings;
  if (!first) return [];
  const works = buildings.map((building, index) => newWork(building, from[index]!));
  for await (const page of logPages(first.store, { after: 0, upTo: target, pageSize: PAGE, ahead: 0 })) {
    first.signal.throwIfAborted();
    for (const work of works) await takeIn(work, page, target);
    if (!works.some(isUnderWay)) break;
  }
  for (const work of works) {
    await flush(work);
    await work.building.site.transact((tx) => recountRows(tx, work.building.view));
  }
  const built: Checkpoint[] = [];
  for (const { building, checkpoint, isRefused } of works) {
    built.push(isRefused ? await buildInBatches(building, await beginBuilding(building), target) : checkpoint);
  }
  return built;
}

function newWork<E extends AnyEvent>(building: Building<E>, checkpoint: Checkpoint): Work<E> {
  return { building, checkpoint, cache: createRowCache(building.view), poison: [], isRefused: false };
}

const isUnderWay = <E extends AnyEvent>({ checkpoint, isRefused }: Work<E>): boolean =>
  checkpoint.state === 'live' && !isRefused;

async function takeIn<E extends AnyEvent>(
  work: Work<E>,
  page: readonly EventEnvelope<E>[],
  target: number,
): Promise<void> {
  if (!isUnderWay(work)) return;
  const { building, checkpoint, cache } = work;
  const { view, site } = building;
  const keys = keysOf(view, page, checkpoint.skipped);
  const before = await orRefused(work, () => cache.of(keys, (within) => site.transact(within)));
  if (!before) return;
  const folded = fold(view, before, page, checkpoint.position, checkpoint.skipped);
  cache.change(folded);
  work.poison.push(...folded.poison);
  const isStopped = view.onPoison === 'stop' && folded.poison.length > 0;
  work.checkpoint = { ...checkpoint, position: folded.position, state: isStopped ? 'stopped' : checkpoint.state };
  if (cache.isFull()) await flush(work);
  building.onProgress?.(folded.position, target);
}

async function flush<E extends AnyEvent>(work: Work<E>): Promise<void> {
  if (work.isRefused) return;
  const { building, cache, poison } = work;
  await orRefused(work, () =>
    building.site.transact(async (tx) => {
      await cache.flush(tx);
      await writeDeadLetters(tx, building.view.name, poison);
      work.poison = [];
    }),
  );
}

/** Undefined if the database refuses the data itself: a row, or a key that the table cannot hold. */
async function orRefused<E extends AnyEvent, Result>(
  work: Work<E>,
  attempt: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await attempt();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    work.isRefused = true;
    return undefined;
  }
}
