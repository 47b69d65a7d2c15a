import type { PoolClient } from 'pg';
import type { EventEnvelope } from '@repairline/contracts/event';
import type { AnyEvent } from '@repairline/event-store/event-store';
import { writeCheckpoint, writeDeadLetters, type Checkpoint } from './checkpoints';
import { fold, keysOf, type Folded } from '../fold';
import { countChanges, writeCounts } from '../row-counts';
import type { AnyView } from '../view';
import { deleteRows, loadRows, writeRows } from '../view-table';

/**
 * Brings a view's rows and checkpoint up to the end of the batch, inside the caller's transaction. An event that cannot
 * be projected or written is found by trying one by one and becomes a dead letter; failures of the database itself are
 * thrown. `unrecorded` is for a table being built: the live view's checkpoint stays untouched.
 */
export async function applyBatch<E extends AnyEvent>(
  tx: PoolClient,
  view: AnyView<E>,
  checkpoint: Checkpoint,
  batch: readonly EventEnvelope<E>[],
  recorded: 'recorded' | 'unrecorded' = 'recorded',
): Promise<Checkpoint> {
  const fresh = batch.filter(({ position }) => position > checkpoint.position);
  if (fresh.length === 0 || checkpoint.state === 'stopped') return checkpoint;
  const next =
    (await attempt(tx, () => project(tx, view, checkpoint, fresh))) ?? (await oneByOne(tx, view, checkpoint, fresh));
  if (recorded === 'recorded') await writeCheckpoint(tx, next);
  return next;
}

async function project<E extends AnyEvent>(
  tx: PoolClient,
  view: AnyView<E>,
  checkpoint: Checkpoint,
  batch: readonly EventEnvelope<E>[],
): Promise<Checkpoint> {
  const before = await loadRows(tx, view, keysOf(view, batch, checkpoint.skipped));
  const folded = fold(view, before, batch, checkpoint.position, checkpoint.skipped);
  await writeRows(tx, view, folded.upserts);
  await deleteRows(tx, view, folded.deletes);
  await writeCounts(tx, view, countChanges(view, before, folded));
  return settle(tx, view, checkpoint, folded);
}

async function settle<E extends AnyEvent>(
  tx: PoolClient,
  view: AnyView<E>,
  checkpoint: Checkpoint,
  { poison, position }: Pick<Folded<E>, 'poison' | 'position'>,
): Promise<Checkpoint> {
  await writeDeadLetters(tx, view.name, poison);
  const stopped = view.onPoison === 'stop' && poison.length > 0;
  return { ...checkpoint, position, state: stopped ? 'stopped' : checkpoint.state };
}

/** The slow path after the write of a whole batch was refused: finds the event to blame. */
async function oneByOne<E extends AnyEvent>(
  tx: PoolClient,
  view: AnyView<E>,
  checkpoint: Checkpoint,
  batch: readonly EventEnvelope<E>[],
): Promise<Checkpoint> {
  let reached = checkpoint;
  for (const envelope of batch) {
    let refusal: unknown;
    const next = await attempt(
      tx,
      () => project(tx, view, reached, [envelope]),
      (error) => (refusal = error),
    );
    const position = view.onPoison === 'stop' ? reached.position : envelope.position;
    reached = next ?? (await settle(tx, view, reached, { poison: [{ envelope, error: refusal }], position }));
    if (reached.state === 'stopped') break;
  }
  return reached;
}

/** Undefined if the database refused the data itself; the transaction is then as before. */
async function attempt<Result>(
  tx: PoolClient,
  work: () => Promise<Result>,
  onRefused: (error: unknown) => void = () => undefined,
): Promise<Result | undefined> {
  await tx.query('savepoint attempt');
  try {
    const result = await work();
    await tx.query('release savepoint attempt');
    return result;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await tx.query('rollback to savepoint attempt');
    onRefused(error);
    return undefined;
  }
}

/** SQLSTATE classes 22 (data exception) and 23 (integrity constraint): the row's fault, not the database's. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^2[23]/u.test(error.code);
}
