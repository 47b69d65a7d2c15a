import { setTimeout as delay } from 'node:timers/promises';
import { escapeIdentifier, type PoolClient } from 'pg';
import type { AnyEvent } from '@repairline/event-store/event-store';
import { buildUpTo } from './build-together';
import { beginBuilding, buildOnUpTo, dropLetterBox, finishBuilding, type Building } from './build-view';
import { beginAnew, holdForReplacement, writeCheckpoint, type Checkpoint } from './checkpoints';
import { viewsChannel } from './view-positions';

/** Events that may still be taken in while the live views wait. */
const FEW = 500;
const LOCK_NOT_AVAILABLE = '55P03';
const PATIENCE_MS = 60_000;
const PAUSE_MS = 500;

/** The service runs another version of the view: its own start builds that one. */
export class AnotherVersion extends Error {
  constructor(view: string, running: number, known: number) {
    super(`${view} runs in version ${running}, and this program knows version ${known}. Start the product again.`);
    this.name = 'AnotherVersion';
  }
}

/**
 * Builds a live view anew from the first event and puts it in the old one's place, while the service goes on. A view
 * that ends `stopped`, at an event it cannot take in, replaces nothing.
 */
export async function rebuildView<E extends AnyEvent>(building: Building<E>): Promise<Checkpoint> {
  let built = await buildUpTo(building, await beginBuilding(building), await building.store.head());
  if (built.state === 'stopped') return built;
  await finishBuilding(building);
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    building.signal.throwIfAborted();
    const swap = await trySwap(building, built);
    if (swap.state !== 'behind') return swap.built;
    if (Date.now() > deadline)
      throw new Error(`${building.view.name} cannot be replaced: somebody reads it all the time`);
    built = await buildUpTo(building, swap.built, await building.store.head());
    await delay(PAUSE_MS);
  }
}

interface Swap {
  state: 'swapped' | 'stopped' | 'behind';
  built: Checkpoint;
}

/** Gives up soon where a long read holds the old table, so that nobody queues behind it for long. */
async function trySwap<E extends AnyEvent>(building: Building<E>, built: Checkpoint): Promise<Swap> {
  try {
    return await building.site.transact(async (tx) => {
      await tx.query("set local lock_timeout = '2s'");
      return swapOn(tx, building, built);
    });
  } catch (error) {
    const isLocked = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
    if (isLocked) return { state: 'behind', built };
    throw error;
  }
}

/** The live views stand still while the projector's row is held: the table joins exactly where the old one is. */
async function swapOn<E extends AnyEvent>(tx: PoolClient, building: Building<E>, from: Checkpoint): Promise<Swap> {
  const { store, view, service } = building;
  await holdForReplacement(tx);
  const { rows } = await tx.query<Checkpoint>(
    'select view, version, position, state from view_checkpoints where view = $1',
    [view.name],
  );
  const [live] = rows;
  if (live && live.version !== view.version) throw new AnotherVersion(view.name, live.version, view.version);
  const head = await store.head();
  // A checkpoint beyond the log (one that was restored from an older copy) is mended by this, too.
  const target = live?.state === 'live' ? Math.min(live.position, head) : head;
  if (target - from.position > FEW) return { state: 'behind', built: from };
  const built = await buildOnUpTo(tx, building, from, target);
  if (built.state === 'stopped') return { state: 'stopped', built };
  await replaceLive(tx, building, built);
  await dropLetterBox(tx, building.site.schema);
  if (live?.state !== 'live' || live.position !== built.position) await beginAnew(tx);
  await tx.query('select pg_notify($1, $2)', [viewsChannel(service), String(built.position)]);
  return { state: 'swapped', built };
}

/** Readers see the old table or the new one. */
export async function replaceLive<E extends AnyEvent>(
  tx: PoolClient,
  building: Building<E>,
  checkpoint: Checkpoint,
): Promise<void> {
  const { view, service, site } = building;
  const [live, beside, table] = [service, site.schema, view.table].map(escapeIdentifier);
  await tx.query(`drop table if exists ${live}.${table}`);
  await tx.query(`alter table ${beside}.${table} set schema ${live}`);
  await handOverDeadLetters(tx, building);
  await writeCheckpoint(tx, checkpoint);
}

/** What the building could not take in, in place of what the table before could not. What was left out stays so. */
export async function handOverDeadLetters<E extends AnyEvent>(
  tx: PoolClient,
  { view, service, site }: Building<E>,
): Promise<void> {
  const [live, beside] = [service, site.schema].map((schema) => `${escapeIdentifier(schema)}.dead_letters`);
  await tx.query(`delete from ${live} where view = $1 and skipped_at is null`, [view.name]);
  await tx.query(`insert into ${live} select * from ${beside} where view = $1`, [view.name]);
}
