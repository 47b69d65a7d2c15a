import { DatabaseError, type Pool, type PoolClient } from 'pg';

/** Asking the pool again for each append takes 3 % of an append's time. */
const KEPT_MS = 10;

interface Loan {
  client?: PoolClient;
  opening: Promise<PoolClient>;
  users: number;
  broken?: Error;
  /** Runs from when the last user has left until the connection is given back. */
  unused?: NodeJS.Timeout;
  noticeBreak(this: void, error: Error): void;
}

/**
 * Lends one connection of the pool to all work that overlaps or follows within 10 ms, and returns it 10 ms after the
 * last. On a pipelining pool, each user's statements are sent without waiting for the answers to the others', and run
 * in turn.
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

  /** Lends it to nobody else; the work still on it fails by itself. */
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
      // A DatabaseError concerns one statement, unless there is no connection at all.
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
