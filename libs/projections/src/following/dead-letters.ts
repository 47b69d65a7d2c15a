import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@repairline/postgres/transaction';
import { endProjectorTerm } from './checkpoints';

/** An event that a view could not take in, or that somebody has decided to leave out of it. */
export interface ViewDeadLetter {
  view: string;
  position: number;
  type: string;
  error: string;
  since: string;
  /** What the view has done about it. */
  state: 'stopped' | 'passed over' | 'left out';
}

/** All dead letters in the table, those of the relay included, by position. */
export async function listDeadLetters(pool: Pool): Promise<ViewDeadLetter[]> {
  const { rows } = await pool.query<ViewDeadLetter>(
    `select letter.view, letter.position, event_type as type, error, created_at as since,
       case when skipped_at is not null then 'left out'
            when state = 'live' and checkpoint.position >= letter.position then 'passed over' else 'stopped' end as state
     from dead_letters letter left join view_checkpoints checkpoint on checkpoint.view = letter.view
     order by letter.position, letter.view`,
  );
  return rows;
}

/**
 * Lets a stopped view try again from the event it could not take in. A view that went on without the event has to be
 * rebuilt, because events take effect only in their order; the dead letter goes when that has succeeded.
 * @returns what is left to do; undefined if there is no such dead letter
 */
export async function retryDeadLetter(
  pool: Pool,
  { view, position }: { view: string; position: number },
): Promise<'nothing' | 'rebuild' | undefined> {
  return inTransaction(pool, async (tx) => {
    const passed = await tx.query('select 1 from view_checkpoints where view = $1 and position >= $2', [
      view,
      position,
    ]);
    if (passed.rowCount === 1) {
      const wanted = await tx.query(
        'update dead_letters set skipped_at = null, skipped_by = null where view = $1 and position = $2',
        [view, position],
      );
      return wanted.rowCount === 0 ? undefined : 'rebuild';
    }
    const deleted = await tx.query('delete from dead_letters where view = $1 and position = $2', [view, position]);
    if (deleted.rowCount === 0) return undefined;
    await restartBefore(tx, view, position);
    return 'nothing';
  });
}

/** Leaves the event out of the view, in rebuilds, too. False if there is no such dead letter. */
export async function skipDeadLetter(
  pool: Pool,
  { view, position, by }: { view: string; position: number; by: string },
): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const skipped = await tx.query(
      `update dead_letters set skipped_at = coalesce(skipped_at, now()), skipped_by = coalesce(skipped_by, $3)
       where view = $1 and position = $2`,
      [view, position, by],
    );
    if (skipped.rowCount === 0) return false;
    await restartBefore(tx, view, position);
    return true;
  });
}

/** Locks in the order in which the projector does. */
async function restartBefore(tx: PoolClient, view: string, position: number): Promise<void> {
  await endProjectorTerm(tx);
  await tx.query("update view_checkpoints set state = 'live' where view = $1 and state = 'stopped' and position < $2", [
    view,
    position,
  ]);
}
