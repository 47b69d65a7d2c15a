import type { Pool, PoolClient } from 'pg';

/**
 * Commits all that `work` did, or none of it. BEGIN is sent together with the first statements of the work, since a
 * connection runs what it is sent in order.
 */
export async function inTransaction<Result>(pool: Pool, work: (tx: PoolClient) => Promise<Result>): Promise<Result> {
  const tx = await pool.connect();
  let broken: Error | undefined;
  try {
    return await inTransactionOn(tx, 'begin', work);
  } catch (error) {
    if (error instanceof BrokenTransaction) broken = error;
    throw error instanceof BrokenTransaction ? error.cause : error;
  } finally {
    tx.release(broken);
  }
}

/** The same on a connection that the caller keeps. @throws {BrokenTransaction} if even the rollback failed */
export async function inTransactionOn<Result>(
  tx: PoolClient,
  begin: string,
  work: (tx: PoolClient) => Promise<Result>,
): Promise<Result> {
  try {
    const [, result] = await Promise.all([tx.query(begin), work(tx)]);
    await tx.query('commit');
    return result;
  } catch (error) {
    const isRolledBack = await tx.query('rollback').then(
      () => true,
      () => false,
    );
    throw isRolledBack ? error : new BrokenTransaction(error);
  }
}

class BrokenTransaction extends Error {
  constructor(cause: unknown) {
    super('A connection broke within a transaction', { cause });
    this.name = 'BrokenTransaction';
  }
}
