import { DatabaseError, type Pool, type PoolClient } from 'pg';

interface Loan {
  opening: Promise<PoolClient>;
  client?: PoolClient;
  users: number;
  broken?: Error;
}

/**
 * Lends one connection of the pool to all who work at the same time, and gives it back after the last of them. On a
 * pool that pipelines, each one's statements are sent without waiting for the answers to the others', and run in turn.
 */
export function createSharedConnection(pool: Pool): <T>(work: (client: PoolClient) => Promise<T>) => Promise<T> {
  let current: Loan | undefined;

  async function opened(loan: Loan): Promise<PoolClient> {
    const client = await loan.opening;
    // A connection that breaks fails the statements that are under way; without a listener it would end the process.
    if (!loan.client) client.on('error', ignore);
    loan.client = client;
    return client;
  }

  return async (work) => {
    const loan = (current ??= { opening: pool.connect(), users: 0 });
    loan.users += 1;
    try {
      return await work(await opened(loan));
    } catch (error) {
      if (!(error instanceof DatabaseError)) {
        loan.broken = error as Error;
        if (current === loan) current = undefined;
      }
      throw error;
    } finally {
      loan.users -= 1;
      if (loan.users === 0) {
        if (current === loan) current = undefined;
        loan.client?.off('error', ignore).release(loan.broken);
      }
    }
  };
}

function ignore(): void {}
