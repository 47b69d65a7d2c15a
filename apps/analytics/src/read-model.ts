import type { Pool, PoolClient } from 'pg';
import { DomainError } from '@repairline/contracts/domain-error';
import type { EventEnvelope } from '@repairline/contracts/event';
import { fold, keysOf } from '@repairline/projections/fold';
import { AnotherVersionError } from '@repairline/projections/rebuild';
import { viewsOf } from '@repairline/projections/view';
import { createIndexes, createTable, loadRows, writeRows } from '@repairline/projections/view-table';
import { inTransaction } from '@repairline/service-kit/transaction';
import type { Fact } from './facts';
import { completedRepairs } from './views/completed-repairs';
import { deviceWork } from './views/device-work';
import { repairIssues } from './views/repair-issues';

/** Raise it whenever a view changes: all tables are then rebuilt beside the old ones, from the first event. */
export const READ_MODEL_VERSION = 4;
export const SOURCE = 'repairs';
export const SERVICE = 'analytics' as const;

export const figureViews = viewsOf<Fact>(completedRepairs, repairIssues, deviceWork);

/**
 * Creates the tables if there are none yet. `earlier`, `later`: complete tables of another version exist, and are read
 * until those of this version replace them.
 */
export async function ensureReadModel(
  pool: Pool,
  version = READ_MODEL_VERSION,
): Promise<'current' | 'earlier' | 'later'> {
  return inTransaction(pool, async (tx) => {
    await tx.query('insert into read_model (version) values (0) on conflict do nothing');
    const { rows } = await tx.query<{ version: number }>('select version from read_model for update');
    const running = rows[0]?.version ?? 0;
    if (running === version) return 'current';
    if (running !== 0) return running < version ? 'earlier' : 'later';
    for (const view of figureViews) {
      await createTable(tx, SERVICE, view);
      await createIndexes(tx, view);
    }
    await tx.query('update read_model set version = $1, updated_at = now()', [version]);
    return 'current';
  });
}

export async function isCurrent(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ version: number }>('select version from read_model');
  return rows[0]?.version === READ_MODEL_VERSION;
}

/**
 * No other process can change the version until the transaction ends.
 * @throws {AnotherVersionError} if the tables are of another version
 */
export async function lockVersion(tx: PoolClient, version: number): Promise<void> {
  const { rows } = await tx.query<{ version: number }>('select version from read_model for update');
  const running = rows[0]?.version ?? version;
  if (running !== version) throw new AnotherVersionError(SERVICE, running, version);
}

/** Runs in the transaction that moves the position. Another version's process may not write: its rows would not fit. */
export async function applyFacts(
  tx: PoolClient,
  facts: EventEnvelope<Fact>[],
  version = READ_MODEL_VERSION,
): Promise<void> {
  const { rows } = await tx.query<{ version: number }>('select version from read_model for share');
  if (rows[0]?.version !== version) {
    const message = 'The figures have been taken over by another version';
    throw new DomainError({ code: 'views_behind', message });
  }
  await foldFacts(tx, facts);
}

/** Writes to the tables that the transaction's search path finds first. */
export async function foldFacts(tx: PoolClient, facts: EventEnvelope<Fact>[]): Promise<void> {
  const at = facts.findIndex(({ event }) => event.type === 'personal-data-erased');
  if (at === -1) return foldStretch(tx, facts);
  await foldStretch(tx, facts.slice(0, at + 1));
  const erased = facts[at]?.event;
  if (erased?.type === 'personal-data-erased') await forgetIssues(tx, erased.data.repairIds);
  await foldFacts(tx, facts.slice(at + 1));
}

/** Deletes by query: issues are kept as typed, in rows whose keys the erasure event does not name. */
async function forgetIssues(tx: PoolClient, repairIds: readonly string[]): Promise<void> {
  await tx.query("delete from repair_issues where split_part(id, ' ', 1) = any($1)", [repairIds]);
}

async function foldStretch(tx: PoolClient, facts: EventEnvelope<Fact>[]): Promise<void> {
  for (const view of figureViews) {
    const before = await loadRows(tx, view, keysOf(view, facts));
    const { upserts, poison } = fold(view, before, facts, 0);
    const [first] = poison;
    if (first) throw first.error;
    await writeRows(tx, view, upserts);
  }
}
