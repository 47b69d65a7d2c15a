import { escapeIdentifier, type Pool, type PoolClient } from 'pg';
import type { AnyEvent, EventStore } from '@repairline/event-store/event-store';
import { applyBatch } from './apply-batch';
import { holdEpoch, writeCheckpoint, type Checkpoint } from './checkpoints';
import { inTransaction } from './transaction';
import type { AnyView } from './view';
import { createIndexes, createTable } from './view-table';

const BATCH = 2_000;
const rebuildSchema = (schema: string): string => `${schema}_rebuild`;

export interface RebuildOptions<E extends AnyEvent> {
  store: EventStore<E>;
  pool: Pool;
  schema: string;
  epoch: number;
  view: AnyView<E>;
  signal: AbortSignal;
  /** After each batch: events taken in, and the log's head as it was at the beginning. */
  onProgress?: (done: number, head: number) => void;
}

/**
 * Builds a view from the first event in the schema `<schema>_rebuild`, beside the live one, which stays as it is until
 * `swapIn`. Indexes come last. @returns where it has come: near the head, which may have moved on
 */
export async function buildBeside<E extends AnyEvent>(options: RebuildOptions<E>): Promise<Checkpoint> {
  const { pool, store, view, signal } = options;
  await beside(options, (tx) => createTable(tx, rebuildSchema(options.schema), view));
  await pool.query('delete from dead_letters where view = $1', [view.name]);
  const head = await store.head();
  const start: Checkpoint = { view: view.name, version: view.version, position: 0, state: 'live' };
  const built = await catchUp(options, start, head);
  await beside(options, (tx) => createIndexes(tx, view));
  signal.throwIfAborted();
  return built;
}

/** Takes in what was recorded since, up to `target`, and puts the new table in the old one's place: readers see one or the other. */
export async function swapIn<E extends AnyEvent>(
  options: RebuildOptions<E>,
  built: Checkpoint,
  target: number,
): Promise<Checkpoint> {
  const { schema, view } = options;
  const checkpoint = await catchUp(options, built, target);
  const table = escapeIdentifier(view.table);
  await beside(options, async (tx) => {
    await tx.query(`drop table if exists ${escapeIdentifier(schema)}.${table}`);
    await tx.query(
      `alter table ${escapeIdentifier(rebuildSchema(schema))}.${table} set schema ${escapeIdentifier(schema)}`,
    );
    await writeCheckpoint(tx, checkpoint);
  });
  return checkpoint;
}

async function catchUp<E extends AnyEvent>(
  options: RebuildOptions<E>,
  from: Checkpoint,
  target: number,
): Promise<Checkpoint> {
  const { store, view, signal } = options;
  let checkpoint = from;
  while (checkpoint.position < target && checkpoint.state === 'live') {
    signal.throwIfAborted();
    const page = await store.readAll(checkpoint.position, BATCH);
    const batch = page.filter(({ position }) => position <= target);
    if (batch.length === 0) break;
    checkpoint = await beside(options, (tx) => applyBatch(tx, view, checkpoint, batch, 'unrecorded'));
    options.onProgress?.(checkpoint.position, target);
  }
  return checkpoint;
}

/** A fenced transaction in which unqualified tables are those being built, and all others the live ones. */
function beside<E extends AnyEvent, Result>(
  { pool, schema, epoch }: RebuildOptions<E>,
  work: (tx: PoolClient) => Promise<Result>,
): Promise<Result> {
  return inTransaction(pool, async (tx) => {
    const path = [rebuildSchema(schema), schema, 'public'].map(escapeIdentifier).join(', ');
    await tx.query(`set local search_path = ${path}`);
    await holdEpoch(tx, epoch);
    return work(tx);
  });
}
