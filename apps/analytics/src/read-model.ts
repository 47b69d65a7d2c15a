import type { Pool, PoolClient } from 'pg';
import type { EventEnvelope } from '@repairline/contracts/event';
import { fold, keysOf } from '@repairline/projections/fold';
import { inTransaction } from '@repairline/projections/transaction';
import { viewsOf } from '@repairline/projections/view';
import { createIndexes, createTable, loadRows, writeRows } from '@repairline/projections/view-table';
import type { Fact } from './facts';
import { completedRepairs } from './views/completed-repairs';
import { deviceWork } from './views/device-work';
import { repairIssues } from './views/repair-issues';

/** Raised whenever a view changes: all tables are then made anew and filled from the first event. */
export const READ_MODEL_VERSION = 1;
export const SOURCE = 'repairs';
const SCHEMA = 'analytics';

const views = viewsOf<Fact>(completedRepairs, repairIssues, deviceWork);

/**
 * Makes sure that the tables are of this version. Tables of another are replaced, and the position goes back to the
 * beginning, in one transaction: the consumer then reads everything again.
 * @returns whether they were replaced
 */
export async function ensureReadModel(pool: Pool, version = READ_MODEL_VERSION): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    await tx.query('insert into read_model (version) values (0) on conflict do nothing');
    const { rows } = await tx.query<{ version: number }>('select version from read_model for update');
    if (rows[0]?.version === version) return false;
    await tx.query('update consumed_positions set position = 0, updated_at = now() where source = $1', [SOURCE]);
    for (const view of views) {
      await createTable(tx, SCHEMA, view);
      await createIndexes(tx, view);
    }
    await tx.query('update read_model set version = $1, updated_at = now()', [version]);
    return true;
  });
}

/** In the transaction that moves the position. A process of another version may not write: its rows would not fit. */
export async function applyFacts(
  tx: PoolClient,
  facts: EventEnvelope<Fact>[],
  version = READ_MODEL_VERSION,
): Promise<void> {
  const { rows } = await tx.query<{ version: number }>('select version from read_model for share');
  if (rows[0]?.version !== version) throw new Error('The figures have been taken over by another version');
  for (const view of views) {
    const before = await loadRows(tx, view, keysOf(view, facts));
    const { upserts, poison } = fold(view, before, facts, 0);
    const [first] = poison;
    if (first) throw first.error;
    await writeRows(tx, view, upserts);
  }
}
