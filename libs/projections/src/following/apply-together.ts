import type { Pool } from 'pg';
import type { EventEnvelope } from '@repairline/contracts/event';
import type { AnyEvent } from '@repairline/event-store/event-store';
import { isRefusal } from './apply-batch';
import { checkpointsJson, checkpointsSql, type Checkpoint, type FencingToken } from './checkpoints';
import { fold, keysOf, type Folded, type Row } from '../fold';
import { countChanges, countsSql } from '../row-counts';
import { statementName } from '@repairline/postgres/queries/kysely-on';
import type { AnyView } from '../view';
import { deleteSql, loadRows, upsertSql } from '../view-table';

export interface Together<E extends AnyEvent> extends FencingToken {
  pool: Pool;
  live: ReadonlyMap<AnyView<E>, Checkpoint>;
  /** Notified of the views' position after the commit; null while no position counts as shown. */
  channel: string | null;
}

/**
 * Brings all live views up to the end of a batch in two round trips: rows are loaded for all views at once and written,
 * with the checkpoints, by one statement, which is its own transaction. Returns undefined and writes nothing if a view
 * cannot take in an event of the batch, a table was replaced meanwhile, or the term has ended.
 */
export async function applyTogether<E extends AnyEvent>(
  together: Together<E>,
  batch: readonly EventEnvelope<E>[],
): Promise<[AnyView<E>, Checkpoint][] | undefined> {
  try {
    const steps = await Promise.all(
      [...together.live].map(([view, checkpoint]) => stepOf(together.pool, view, checkpoint, batch)),
    );
    if (steps.some(({ folded }) => folded && folded.poison.length > 0)) return undefined;
    const isWritten = await write(together, steps, batch.at(-1)?.position ?? 0);
    return isWritten ? steps.map(({ view, next }) => [view, next]) : undefined;
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

interface Step<E extends AnyEvent> {
  view: AnyView<E>;
  next: Checkpoint;
  /** Undefined for a view that has stopped or already has the batch. */
  folded?: Folded<E>;
  counts: Row[];
}

async function stepOf<E extends AnyEvent>(
  pool: Pool,
  view: AnyView<E>,
  checkpoint: Checkpoint,
  batch: readonly EventEnvelope<E>[],
): Promise<Step<E>> {
  const fresh = batch.filter(({ position }) => position > checkpoint.position);
  if (fresh.length === 0 || checkpoint.state === 'stopped') return { view, next: checkpoint, counts: [] };
  // Outside a transaction: nobody else writes rows during this term, and rows read before a replacement are not
  // written.
  const before = await loadRows(pool, view, keysOf(view, fresh, checkpoint.skipped));
  const folded = fold(view, before, fresh, checkpoint.position, checkpoint.skipped);
  const counts = countChanges(view, before, folded);
  return { view, next: { ...checkpoint, position: folded.position }, folded, counts };
}

async function write<E extends AnyEvent>(
  { pool, epoch, replaced, channel }: Together<E>,
  steps: readonly Step<E>[],
  upTo: number,
): Promise<boolean> {
  const values: unknown[] = [epoch, replaced];
  const given = (value: unknown) => `$${String(values.push(value))}`;
  const parts = ['term as materialized (select 1 from projector where epoch = $1 and replaced = $2 for share)'];
  const part = (sql: string) => parts.push(`part_${String(parts.length)} as (${sql})`);

  for (const { view, folded, counts } of steps) {
    if (folded && folded.upserts.length > 0) part(upsertSql(view, given(JSON.stringify(folded.upserts)), 'term'));
    if (folded && folded.deletes.length > 0) part(deleteSql(view, given(folded.deletes), 'term'));
    if (counts.length > 0) countsSql(view, given(JSON.stringify(counts)), 'term').forEach(part);
  }
  const moved = steps.filter(({ folded }) => folded).map(({ next }) => next);
  if (moved.length > 0) part(checkpointsSql(given(checkpointsJson(moved)), 'term'));
  const told = channel === null ? '' : `, pg_notify(${given(channel)}, ${given(String(upTo))})`;

  const text = `with ${parts.join(',\n')}\nselect 1${told} from term`;
  const { rowCount } = await pool.query({ name: statementName('write views', text), text, values });
  return rowCount === 1;
}
