import type { Pool, PoolClient } from 'pg';

/** Commits what `work` did, or nothing of it. */
export async function inTransaction<Result>(pool: Pool, work: (tx: PoolClient) => Promise<Result>): Promise<Result> {
  const tx = await pool.connect();
  let broken: Error | undefined;
  try {
    await tx.query('begin');
    const result = await work(tx);
    await tx.query('commit');
    return result;
  } catch (error) {
    await tx
      .query('rollback')
      .catch((rollback: unknown) => (broken = rollback instanceof Error ? rollback : new Error('rollback')));
    throw error;
  } finally {
    tx.release(broken);
  }
}
