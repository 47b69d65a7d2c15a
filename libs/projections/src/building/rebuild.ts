import { setTimeout as delay } from 'node:timers/promises';
import { escapeIdentifier, type PoolClient } from 'pg';
import type { AnyEvent } from '@repairline/event-store/event-store';
import { buildOn, buildViews, indexTables, type Building } from './build-views';
import { endProjectorTerm, pauseLiveViews, writeCheckpoint, type Checkpoint } from '../following/checkpoints';
import { viewsChannel } from '../following/view-positions';
import { replaceTables } from '../view-table';

/** The most events to take in while the live views are paused. */
const FEW = 500;
/**
 * Less than PostgreSQL's deadlock_timeout (1 s by default), after which PostgreSQL chooses the transaction that fails.
 */
const PATIENCE_WITH_READERS_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';
const PATIENCE_MS = 60_000;
const PAUSE_MS = 500;

/** The service runs another version of the view, which it builds itself when it starts. */
export class AnotherVersionError extends Error {
  constructor(view: string, running: number, known: number) {
    super(`${view} runs in version ${running}, but this program knows version ${known}. Restart the product.`);
    this.name = 'AnotherVersion';
  }
}

/**
 * Builds a live view again from the first event and swaps it in while the service goes on. A view that ends `stopped`,
 * at an event it cannot take in, replaces nothing.
 * @throws {AnotherVersionError} if the service runs another version of the view
 */
export async function rebuildView<E extends AnyEvent>(building: Building<E>): Promise<Checkpoint> {
  const [outcome] = await replaceViews([building], { of: 'the same version', patienceMs: PATIENCE_MS });
  return outcome!.checkpoint;
}

export interface Outcome {
  checkpoint: Checkpoint;
  isInPlace: boolean;
}

export interface Replacing {
  /** `each`: those that can take in every event. `all or none`: if one cannot, the others replace nothing either. */
  of: 'the same version' | 'other versions, each' | 'other versions, all or none';
  /** How long to keep trying to swap once the views are built, if readers are always in the way; forever if absent. */
  patienceMs?: number;
  /** Runs in the transaction that swaps the tables. */
  alongside?: (tx: PoolClient) => Promise<void>;
}

/**
 * Builds the views of one site from one read of the log. All are swapped in by one transaction, at the positions of the
 * live views at that time.
 */
export async function replaceViews<E extends AnyEvent>(
  buildings: readonly Building<E>[],
  replacing: Replacing,
): Promise<Outcome[]> {
  const { store, signal } = buildings[0]!;
  const built = await buildViews(buildings, await store.head());
  await indexTables(buildings);
  const deadline = performance.now() + (replacing.patienceMs ?? Infinity);
  for (;;) {
    signal.throwIfAborted();
    const outcomes = await trySwap(buildings, built, replacing);
    if (outcomes) return outcomes;
    if (performance.now() > deadline)
      throw new Error('The tables could not be replaced: they were being read all the time');
    for (const [index, building] of buildings.entries())
      built[index] = await buildOn(building, built[index]!, await store.head());
    await delay(PAUSE_MS);
  }
}

/** Undefined if the live views are too far ahead or a long read holds a table, so that nobody queues for long. */
async function trySwap<E extends AnyEvent>(
  buildings: readonly Building<E>[],
  built: readonly Checkpoint[],
  replacing: Replacing,
): Promise<Outcome[] | undefined> {
  try {
    return await buildings[0]!.site.transact(async (tx) => {
      await tx.query(`set local lock_timeout = ${String(PATIENCE_WITH_READERS_MS)}`);
      return swapOn(tx, buildings, built, replacing);
    });
  } catch (error) {
    const isLocked = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
    if (isLocked) return undefined;
    throw error;
  }
}

/** The live views pause while the projector's row is held, so a table joins exactly where the old one is. */
async function swapOn<E extends AnyEvent>(
  tx: PoolClient,
  buildings: readonly Building<E>[],
  from: readonly Checkpoint[],
  { of, alongside }: Replacing,
): Promise<Outcome[] | undefined> {
  const { store, service } = buildings[0]!;
  for (const building of buildings) await lockLive(tx, building);
  await pauseLiveViews(tx);
  const { rows } = await tx.query<Checkpoint>('select view, version, position, state from view_checkpoints');
  const live = new Map(rows.map((checkpoint) => [checkpoint.view, checkpoint]));
  const head = await store.head();
  const targets = buildings.map(({ view }) => targetOf(view, live.get(view.name), head, of));
  if (from.some(({ position, state }, index) => state === 'live' && targets[index]! - position > FEW)) return undefined;
  const built: Checkpoint[] = [];
  for (const [index, building] of buildings.entries())
    built.push(await buildOn(building, from[index]!, targets[index]!, (work) => work(tx)));

  const isHeldUp = ({ view, state }: Checkpoint) =>
    state === 'stopped' && (of === 'the same version' || live.has(view));
  const isNone = of === 'other versions, all or none' && built.some(isHeldUp);
  const outcomes = built.map((checkpoint) => ({ checkpoint, isInPlace: !isNone && !isHeldUp(checkpoint) }));
  for (const [index, { checkpoint, isInPlace }] of outcomes.entries()) {
    if (isInPlace) await replaceLive(tx, buildings[index]!, checkpoint);
    else if (isHeldUp(checkpoint) && of !== 'the same version') await handOverDeadLetters(tx, buildings[index]!);
  }
  const joined = outcomes.flatMap(({ checkpoint, isInPlace }) => (isInPlace ? [checkpoint] : []));
  if (joined.length === 0) return outcomes;
  if (joined.some((checkpoint) => !goesOnAsBefore(checkpoint, live.get(checkpoint.view)))) await endProjectorTerm(tx);
  await alongside?.(tx);
  await tx.query(
    `select pg_notify($1, coalesce((select min(position) from view_checkpoints where state = 'live'), $2)::text)`,
    [viewsChannel(service), head],
  );
  return outcomes;
}

/**
 * Before the projector's row: the statement that projects a batch takes its locks in the same order, so the two cannot
 * deadlock.
 */
async function lockLive<E extends AnyEvent>(tx: PoolClient, { service, view }: Building<E>): Promise<void> {
  const table = [service, view.table].map(escapeIdentifier).join('.');
  const { rows } = await tx.query<{ isThere: boolean }>('select to_regclass($1) is not null as "isThere"', [table]);
  if (rows[0]?.isThere) await tx.query(`lock table ${table} in access exclusive mode`);
}

/** Also repairs a checkpoint beyond the end of the log, as after restoring an older copy of the log. */
function targetOf(
  { name, version }: { name: string; version: number },
  live: Checkpoint | undefined,
  head: number,
  of: Replacing['of'],
): number {
  if (live && live.version !== version && of === 'the same version')
    throw new AnotherVersionError(name, live.version, version);
  return live?.state === 'live' ? Math.min(live.position, head) : head;
}

/** Whether the checkpoint is as before; otherwise the projector has to read it again. */
function goesOnAsBefore(built: Checkpoint, live: Checkpoint | undefined): boolean {
  return live?.state === 'live' && live.position === built.position && live.version === built.version;
}

/** Readers see either the old table or the new one. */
async function replaceLive<E extends AnyEvent>(
  tx: PoolClient,
  building: Building<E>,
  checkpoint: Checkpoint,
): Promise<void> {
  const { view, service, site } = building;
  await replaceTables(tx, view, { live: service, beside: site.schema });
  await handOverDeadLetters(tx, building);
  await writeCheckpoint(tx, checkpoint);
}

/** Replaces the dead letters of the old table with those of the building. Skipped events stay skipped. */
async function handOverDeadLetters<E extends AnyEvent>(
  tx: PoolClient,
  { view, service, site }: Building<E>,
): Promise<void> {
  const [live, beside] = [service, site.schema].map((schema) => `${escapeIdentifier(schema)}.dead_letters`);
  await tx.query(`delete from ${live} where follower = $1 and state <> 'skipped'`, [view.name]);
  await tx.query(`insert into ${live} select * from ${beside} where follower = $1`, [view.name]);
}
