import { DatabaseError, type Pool, type PoolClient } from 'pg';

/** To ask the pool for each append anew takes 3 % of one. */
const KEPT_MS = 10;

interface Loan {
  client?: PoolClient;
  opening: Promise<PoolClient>;
  users: number;
  broken?: Error;
  /** Set when the last of its users has left, until it is given back. */
  unused?: NodeJS.Timeout;
  noticeBreak(this: void, error: Error): void;
}

/**
 * Lends one connection of the pool to all who work at the same time or right after each other, and gives it back 10 ms
 * after the last of them. On a pool that pipelines, each one's statements are sent without waiting for the answers to
 * the others', and run in turn.
 */
export function createSharedConnection(pool: Pool): <T>(work: (client: PoolClient) => Promise<T>) => Promise<T> {
  let current: Loan | undefined;

  function lend(): Loan {
    const loan: Loan = { opening: pool.connect(), users: 0, noticeBreak: (error) => leaveBroken(loan, error) };
    return loan;
  }

  async function opened(loan: Loan): Promise<PoolClient> {
    const client = await loan.opening;
    loan.client ??= client.on('error', loan.noticeBreak);
    return client;
  }

  /** Nobody else gets it; those who are on it still fail by themselves. */
  function leaveBroken(loan: Loan, error: Error): void {
    loan.broken ??= error;
    if (current === loan) current = undefined;
    if (loan.users === 0) giveBack(loan);
  }

  function giveBack(loan: Loan): void {
    if (current === loan) current = undefined;
    clearTimeout(loan.unused);
    loan.client?.off('error', loan.noticeBreak).release(loan.broken);
    loan.client = undefined;
  }

  return async (work) => {
    const loan = (current ??= lend());
    clearTimeout(loan.unused);
    loan.users += 1;
    try {
      return await work(await opened(loan));
    } catch (error) {
      // The database's own errors are a statement's, unless they say that there is no connection.
      if (!loan.client || !(error instanceof DatabaseError)) leaveBroken(loan, error as Error);
      throw error;
    } finally {
      loan.users -= 1;
      if (loan.users === 0) {
        if (loan.broken) giveBack(loan);
        else loan.unused = setTimeout(giveBack, KEPT_MS, loan);
      }
    }
  };
}
