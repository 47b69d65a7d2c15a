import type { Pool, PoolClient } from 'pg';
import type { CloudEvent } from './cloud-event';

/** How far another context's events have been taken in. */
export async function readPosition(pool: Pool, source: string): Promise<number> {
  const { rows } = await pool.query<{ position: number }>('select position from consumed_positions where source = $1', [
    source,
  ]);
  return rows[0]?.position ?? 0;
}

/**
 * Moves the position, never back, and applies those of the events that are new, in one transaction.
 * @returns the position before
 */
export async function moveTo(
  pool: Pool,
  of: string,
  events: CloudEvent[],
  upTo: number,
  apply: (tx: PoolClient, fresh: CloudEvent[]) => Promise<void>,
): Promise<number> {
  return transaction(pool, async (tx) => {
    await tx.query('insert into consumed_positions (source) values ($1) on conflict do nothing', [of]);
    const { rows } = await tx.query<{ position: number }>(
      'select position from consumed_positions where source = $1 for update',
      [of],
    );
    const seen = rows[0]?.position ?? 0;
    const fresh = events.filter(({ position }) => position > seen);
    if (fresh.length > 0) await apply(tx, fresh);
    if (upTo > seen) {
      await tx.query('update consumed_positions set position = $2, updated_at = now() where source = $1', [of, upTo]);
    }
    return seen;
  });
}

export async function transaction<Result>(pool: Pool, work: (tx: PoolClient) => Promise<Result>): Promise<Result> {
  const tx = await pool.connect();
  try {
    await tx.query('begin');
    const result = await work(tx);
    await tx.query('commit');
    return result;
  } catch (error) {
    await tx.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    tx.release();
  }
}
