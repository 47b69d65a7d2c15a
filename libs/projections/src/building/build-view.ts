import { escapeIdentifier, type PoolClient } from 'pg';
import type { AnyEvent, LogReader } from '@repairline/event-store/event-store';
import { applyBatch } from '../following/apply-batch';
import type { BuildSite } from './build-site';
import { readSkipped, type Checkpoint } from '../following/checkpoints';
import type { AnyView } from '../view';
import { createIndexes, createTable } from '../view-table';

const BATCH = 2_000;

export interface Building<E extends AnyEvent> {
  store: LogReader<E>;
  service: string;
  view: AnyView<E>;
  site: BuildSite;
  signal: AbortSignal;
  /** Called after each batch with the position reached and the target position. */
  onProgress?: (done: number, target: number) => void;
}

/** Creates an empty table beside the live one, discarding what an earlier attempt on the site left half-done. */
export async function beginBuilding<E extends AnyEvent>(building: Building<E>): Promise<Checkpoint> {
  const { service, view, site } = building;
  const skipped = await site.transact(async (tx) => {
    await createTable(tx, site.schema, view);
    await createBuildDeadLetters(tx, building);
    return readSkipped(tx, service);
  });
  return { view: view.name, version: view.version, position: 0, state: 'live', skipped: skipped.get(view.name) };
}

/**
 * One batch and one transaction at a time: slower than `buildTogether`, but a refused batch is tried event by event.
 */
export async function buildInBatches<E extends AnyEvent>(
  building: Building<E>,
  from: Checkpoint,
  target: number,
): Promise<Checkpoint> {
  const { site, signal } = building;
  let checkpoint = from;
  while (checkpoint.position < target && checkpoint.state === 'live') {
    signal.throwIfAborted();
    const next = await site.transact((tx) => buildOn(tx, building, checkpoint, target));
    if (next.position === checkpoint.position && next.state === 'live') break;
    checkpoint = next;
    building.onProgress?.(checkpoint.position, target);
  }
  return checkpoint;
}

/** As `buildUpTo`, inside the caller's transaction. Ends at the end of the log if the target lies beyond it. */
export async function buildOnUpTo<E extends AnyEvent>(
  tx: PoolClient,
  building: Building<E>,
  from: Checkpoint,
  target: number,
): Promise<Checkpoint> {
  let built = from;
  while (built.position < target && built.state === 'live') {
    const next = await buildOn(tx, building, built, target);
    if (next.position === built.position && next.state === 'live') break;
    built = next;
  }
  return built;
}

/** Builds one batch inside the caller's transaction. */
async function buildOn<E extends AnyEvent>(
  tx: PoolClient,
  { store, view }: Building<E>,
  checkpoint: Checkpoint,
  target: number,
): Promise<Checkpoint> {
  const page = await store.readAll(checkpoint.position, BATCH);
  const batch = page.filter(({ position }) => position <= target);
  return applyBatch(tx, view, checkpoint, batch, 'unrecorded');
}

/** Indexes come last, because rows are written faster without them. */
export async function finishBuilding<E extends AnyEvent>({ site, view }: Building<E>): Promise<void> {
  await site.transact((tx) => createIndexes(tx, view));
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
  await tx.query(`delete from ${letters} where view = $1`, [view.name]);
}
