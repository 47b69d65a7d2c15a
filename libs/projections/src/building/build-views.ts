import { escapeIdentifier, type PoolClient } from 'pg';
import type { EventEnvelope } from '@repairline/contracts/event';
import { readSkipped } from '@repairline/event-store/dead-letters';
import type { AnyEvent, LogReader } from '@repairline/event-store/event-store';
import { logPages } from '@repairline/event-store/reading/log-pages';
import { applyBatch, changeOf, isRefusal, tablesOn, writeChanges } from '../apply-batch';
import type { BuildSite, InTransaction } from './build-site';
import type { Checkpoint } from '../following/checkpoints';
import { copyRows, isCopyable } from './copy-rows';
import type { Poison } from '../fold';
import { createRowCache, type RowCache } from './row-cache';
import { recountRows } from '../row-counts';
import type { AnyView } from '../view';
import { createIndexes, createTable } from '../view-table';

/** Larger than the default of `logPages`: folding takes longer than reading, and a page's rows are loaded together. */
const PAGE = 1_000;

export interface Building<E extends AnyEvent> {
  store: LogReader<E>;
  service: string;
  view: AnyView<E>;
  site: BuildSite;
  signal: AbortSignal;
  /** Called after each page with the position reached and the target position. */
  onProgress?: (done: number, target: number) => void;
}

/** A table that was empty, and what it does not contain yet of its view. */
interface Filling<E extends AnyEvent> {
  building: Building<E>;
  /** As far as the table has come, and as far as the view has been folded. */
  written: Checkpoint;
  folded: Checkpoint;
  cache: RowCache<E>;
  poison: Poison<E>[];
  isRefused: boolean;
}

/**
 * Builds the views of a site in empty tables, from one read of the log up to the target, writing rows when many have
 * changed. If the database refuses a row of a view, its table goes on page by page from what it contains. A view ends
 * earlier, `stopped`, at an event it cannot take in. Rows are counted once; indexes come last.
 * @returns how far each has come
 */
export async function buildViews<E extends AnyEvent>(
  buildings: readonly Building<E>[],
  target: number,
): Promise<Checkpoint[]> {
  const { store, signal } = buildings[0]!;
  const fillings: Filling<E>[] = [];
  for (const building of buildings) fillings.push(await beginFilling(building));
  for await (const page of logPages(store, { after: 0, upTo: target, pageSize: PAGE, ahead: 0 })) {
    signal.throwIfAborted();
    for (const filling of fillings) await fill(filling, page, target);
    if (!fillings.some(isUnderWay)) break;
  }
  const built: Checkpoint[] = [];
  for (const filling of fillings) {
    const { building } = filling;
    await flush(filling);
    await building.site.transact((tx) => recountRows(tx, building.view));
    built.push(await buildOn(building, filling.written, target));
  }
  return built;
}

/** Indexes come last, because rows are written faster without them. */
export async function indexTables<E extends AnyEvent>(buildings: readonly Building<E>[]): Promise<void> {
  for (const { site, view } of buildings) await site.transact((tx) => createIndexes(tx, view));
}

/** Takes in what follows, page by page, each in a transaction. Ends at the end of the log if the target lies beyond it. */
export async function buildOn<E extends AnyEvent>(
  building: Building<E>,
  from: Checkpoint,
  target: number,
  transact: InTransaction = building.site.transact,
): Promise<Checkpoint> {
  const { store, view, signal, onProgress } = building;
  let built = from;
  for await (const page of logPages(store, { after: from.position, upTo: target, pageSize: PAGE, ahead: 0 })) {
    if (built.state === 'stopped') break;
    signal.throwIfAborted();
    const reached = await transact((tx) => applyBatch(tablesOn<E>(tx), new Map([[view, built]]), page));
    built = reached.get(view) ?? built;
    onProgress?.(built.position, target);
  }
  return built;
}

/** Creates an empty table beside the live one, discarding what an earlier attempt on the site left half-done. */
async function beginFilling<E extends AnyEvent>(building: Building<E>): Promise<Filling<E>> {
  const { service, view, site } = building;
  const skipped = await site.transact(async (tx) => {
    await createTable(tx, site.schema, view);
    await createBuildDeadLetters(tx, building);
    return readSkipped(tx, service);
  });
  const start = { view: view.name, version: view.version, position: 0, state: 'live' as const };
  const checkpoint = { ...start, skipped: skipped.get(view.name) };
  const cache = createRowCache(view);
  return { building, written: checkpoint, folded: checkpoint, cache, poison: [], isRefused: false };
}

const isUnderWay = <E extends AnyEvent>({ folded, isRefused }: Filling<E>): boolean =>
  folded.state === 'live' && !isRefused;

async function fill<E extends AnyEvent>(
  filling: Filling<E>,
  page: readonly EventEnvelope<E>[],
  target: number,
): Promise<void> {
  if (!isUnderWay(filling)) return;
  const { cache, building } = filling;
  const { view, site, onProgress } = building;
  await unlessRefused(filling, async () => {
    const change = await changeOf(view, filling.folded, page, (keys) => cache.of(keys, site.transact));
    if (!change) return;
    cache.change(change);
    filling.poison.push(...change.poison);
    filling.folded = change.checkpoint;
  });
  if (cache.isFull()) await flush(filling);
  onProgress?.(filling.folded.position, target);
}

async function flush<E extends AnyEvent>(filling: Filling<E>): Promise<void> {
  const { building, cache, poison, folded: checkpoint } = filling;
  const { view, site } = building;
  await unlessRefused(filling, async () => {
    const { created, changed, deletes } = cache.unwritten();
    const isCopied = isCopyable(view);
    const upserts = isCopied ? changed : [...created, ...changed];
    await site.transact(async (tx) => {
      if (isCopied) await copyRows(tx, view, created);
      await writeChanges(tx, [{ view, upserts, deletes, poison, checkpoint }]);
    });
    cache.flushed();
    filling.poison = [];
    filling.written = checkpoint;
  });
}

/** Nothing more is folded once the database has refused the data itself: a row, or a key that the table cannot hold. */
async function unlessRefused<E extends AnyEvent>(filling: Filling<E>, work: () => Promise<void>): Promise<void> {
  if (filling.isRefused) return;
  try {
    await work();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    filling.isRefused = true;
  }
}

/** A separate table: the building's dead letters concern nobody until it takes the old table's place. */
async function createBuildDeadLetters<E extends AnyEvent>(
  tx: PoolClient,
  { service, site, view }: Building<E>,
): Promise<void> {
  const letters = `${escapeIdentifier(site.schema)}.dead_letters`;
  await tx.query(
    `create table if not exists ${letters} (like ${escapeIdentifier(service)}.dead_letters including all)`,
  );
  await tx.query(`delete from ${letters} where follower = $1`, [view.name]);
}
