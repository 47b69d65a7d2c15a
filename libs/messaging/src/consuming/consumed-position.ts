import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@repairline/postgres/transaction';
import type { CloudEvent } from '../cloud-event';

/** The position up to which another context's events have been taken in; 0 if none have. */
export async function readPosition(db: Pool | PoolClient, source: string): Promise<number> {
  const text = 'select position from consumed_positions where source = $1';
  const { rows } = await db.query<{ position: number }>({ name: 'consumed position', text, values: [source] });
  return rows[0]?.position ?? 0;
}

/** Whether the consumer has gone on beyond that event. */
export async function hasPassed(db: Pool | PoolClient, source: string, position: number): Promise<boolean> {
  return (await readPosition(db, source)) >= position;
}

/** The part of another context's log that a group of its events is from: behind `after`, up to `upTo`. */
export interface Stretch {
  after: number;
  upTo: number;
}

/**
 * Moves only the position, never back. Not at all if it was set back below `after`: the events before this stretch are
 * wanted again, and would be passed over.
 */
export async function advancePosition(pool: Pool, of: string, { after, upTo }: Stretch): Promise<void> {
  const text = `insert into consumed_positions as known (source, position) values ($1, $3)
    on conflict (source) do update set position = excluded.position, updated_at = now()
    where known.position >= $2 and known.position < excluded.position`;
  await pool.query({ name: 'move consumed position on', text, values: [of, after, upTo] });
}

/**
 * Moves the position, never back, and applies the new ones among the events, in one transaction. Does nothing if the
 * position was set back below `after`, as in `advancePosition`.
 * @returns the position before
 */
export async function applyAndAdvance(
  pool: Pool,
  of: string,
  events: CloudEvent[],
  { after, upTo }: Stretch,
  apply: (tx: PoolClient, fresh: CloudEvent[]) => Promise<void>,
): Promise<number> {
  return inTransaction(pool, async (tx) => {
    const seen = await lockPosition(tx, of);
    if (seen < after) return seen;
    const fresh = events.filter(({ position }) => position > seen);
    if (fresh.length > 0) await apply(tx, fresh);
    if (upTo > seen) await movePosition(tx, of, upTo);
    return seen;
  });
}

/** The position, which nobody else can move until the transaction ends. */
export async function lockPosition(tx: PoolClient, of: string): Promise<number> {
  const known = 'insert into consumed_positions (source) values ($1) on conflict do nothing';
  const text = 'select position from consumed_positions where source = $1 for update';
  const [, { rows }] = await Promise.all([
    tx.query({ name: 'know consumed position', text: known, values: [of] }),
    tx.query<{ position: number }>({ name: 'lock consumed position', text, values: [of] }),
  ]);
  return rows[0]?.position ?? 0;
}

export async function movePosition(tx: PoolClient, of: string, position: number): Promise<void> {
  const text = 'update consumed_positions set position = $2, updated_at = now() where source = $1';
  await tx.query({ name: 'move consumed position', text, values: [of, position] });
}
