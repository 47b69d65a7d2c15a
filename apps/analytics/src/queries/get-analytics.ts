import type { Analytics } from '@repairline/contracts/analytics/views';
import { dayAround } from '@repairline/contracts/calendar';
import type { CallContext } from '@repairline/contracts/call';
import { DomainError } from '@repairline/contracts/domain-error';
import { caughtUp, type Follower } from '@repairline/messaging/consuming/catch-up';
import { requireAdmin } from '@repairline/messaging/context';
import { SOURCE } from '../facts';
import { readFigures } from '../views/figures';
import type { Database } from '../views/tables';

/** What queries depend on, and the service being followed. */
export interface QueryDeps extends Required<Follower> {
  db: Database;
  timeZone: string;
  now: () => Date;
}

const PATIENCE_MS = 2_000;

export async function getAnalytics(deps: QueryDeps, context: CallContext): Promise<Analytics> {
  requireAdmin(context);
  // A repair completed a moment ago is counted; after the timeout, figures a little late are better than none.
  await caughtUp(deps, SOURCE, PATIENCE_MS);
  return readFigures(deps.db, dayAround(deps.timeZone, deps.now())).catch((error: unknown) => {
    throw isOfOlderTables(error) ? new DomainError({ code: 'views_behind', message: REBUILT }) : error;
  });
}

const REBUILT = 'The figures are being recalculated and will appear shortly.';

/** SQLSTATE undefined_column, undefined_table: this version's tables are still being built, and the old ones differ. */
function isOfOlderTables(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '42703' || error.code === '42P01');
}
