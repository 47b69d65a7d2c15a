import { DatabaseError, type Pool, type PoolClient } from 'pg';

/** Asking the pool again for each append takes 3 % of an append's time. */
export const KEPT_MS = 10;

interface Loan {
  client?: PoolClient;
  opening: Promise<PoolClient>;
  users: number;
  broken?: Error;
  /** When the last user left, on the clock of `performance.now()`. */
  unusedSince: number;
  /** Looks from time to time whether the connection is still in use; a timer for each user would cost more. */
  look?: NodeJS.Timeout;
  noticeBreak(this: void, error: Error): void;
}

/**
 * Lends one connection of the pool to all work that overlaps or follows within 10 ms, and returns it when it has not
 * been used for so long. On a pipelining pool, each user's statements are sent without waiting for the answers to the
 * others', and run in turn.
 */
export function createSharedConnection(pool: Pool): <T>(work: (client: PoolClient) => Promise<T>) => Promise<T> {
  let current: Loan | undefined;

  function lend(): Loan {
    const noticeBreak = (error: Error) => leaveBroken(loan, error);
    const loan: Loan = { opening: pool.connect(), users: 0, unusedSince: 0, noticeBreak };
    return loan;
  }

  async function opened(loan: Loan): Promise<PoolClient> {
    const client = await loan.opening;
    return (loan.client ??= client.on('error', loan.noticeBreak));
  }

  /** Lends it to nobody else; the work still on it fails by itself. */
  function leaveBroken(loan: Loan, error: Error): void {
    loan.broken ??= error;
    if (current === loan) current = undefined;
    if (loan.users === 0) giveBack(loan);
  }

  function giveBack(loan: Loan): void {
    if (current === loan) current = undefined;
    clearTimeout(loan.look);
    loan.client?.off('error', loan.noticeBreak).release(loan.broken);
    loan.client = undefined;
  }

  function leave(loan: Loan): void {
    loan.users -= 1;
    if (loan.users > 0) return;
    if (loan.broken) return giveBack(loan);
    loan.unusedSince = performance.now();
    loan.look ??= setTimeout(giveBackIfUnused, KEPT_MS, loan);
  }

  function giveBackIfUnused(loan: Loan): void {
    if (loan.users === 0 && performance.now() - loan.unusedSince >= KEPT_MS) giveBack(loan);
    else loan.look?.refresh();
  }

  return (work) => {
    const loan = (current ??= lend());
    loan.users += 1;
    return (loan.client ? work(loan.client) : opened(loan).then(work)).then(
      (result) => {
        leave(loan);
        return result;
      },
      (error: unknown) => {
        // A DatabaseError concerns one statement, unless there is no connection at all.
        if (!loan.client || !(error instanceof DatabaseError)) leaveBroken(loan, error as Error);
        leave(loan);
        throw error;
      },
    );
  };
}
