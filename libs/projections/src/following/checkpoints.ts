import type { Pool, PoolClient } from 'pg';
import type { Follower } from '@repairline/event-store/dead-letters';
import { recallLeader } from '@repairline/postgres/leadership';

export interface Checkpoint {
  view: string;
  version: number;
  position: number;
  state: 'live' | 'stopped';
  /** Positions of events that somebody has decided to skip in this view. */
  skipped?: ReadonlySet<number> | undefined;
}

/** Thrown if another process has begun to project: this one must give up its lead. */
export class FencedError extends Error {
  constructor() {
    super('Another process projects now');
    this.name = 'Fenced';
  }
}

export async function readCheckpoints(pool: Pool): Promise<Checkpoint[]> {
  const { rows } = await pool.query<Checkpoint>('select view, version, position, state from view_checkpoints');
  return rows;
}

/** Identifies a lease of projecting. Writes of a lease whose token is no longer current are refused. */
export interface FencingToken {
  epoch: number;
  /** The count of table replacements when the rows last read were known to be current. */
  replaced: number;
}

/**
 * Begins a lease and fences off every transaction of earlier ones. Undefined if the views belong to another program,
 * unless the epoch is still `abandoned`: then nobody has begun a lease since.
 */
export async function beginEpoch(pool: Pool, buildId: string, abandoned?: number): Promise<FencingToken | undefined> {
  const { rows } = await pool.query<FencingToken>(
    `update projector set epoch = epoch + 1, build_id = $1
     where build_id is null or build_id = $1 or epoch = $2 returning epoch, replaced`,
    [buildId, abandoned ?? null],
  );
  return rows[0];
}

export async function readEpoch(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ epoch: number }>('select epoch from projector');
  return rows[0]?.epoch ?? 0;
}

/** Whether the views belong to this build of the program. */
export async function isCurrentBuild(pool: Pool, buildId: string): Promise<boolean> {
  return (await pool.query('select 1 from projector where build_id = $1', [buildId])).rowCount === 1;
}

/** From this transaction on, only replicas of this build project. */
export async function claimViews(tx: PoolClient, buildId: string): Promise<void> {
  await tx.query('update projector set build_id = $1', [buildId]);
}

/** A view, as whoever decides about its dead letters sees it. */
export function viewFollower(view: string): Follower {
  return {
    name: view,
    late: 'passed over',
    async hasPassed(tx, position) {
      const text = 'select 1 from view_checkpoints where view = $1 and position >= $2';
      return (await tx.query(text, [view, position])).rowCount === 1;
    },
    /** Locks in the order in which the projector does. */
    async wake(tx, position) {
      await endProjectorTerm(tx);
      await tx.query(
        "update view_checkpoints set state = 'live' where view = $1 and state = 'stopped' and position < $2",
        [view, position],
      );
    },
  };
}

/** Ends the projector's lease once the transaction has committed: only a new one reads the checkpoints. */
export async function endProjectorTerm(tx: PoolClient): Promise<void> {
  await tx.query('update projector set epoch = epoch + 1');
  await recallLeader(tx, 'projector');
}

/** The lease's token after tables were replaced. @throws {FencedError} if the lease is over */
export async function renewToken(pool: Pool, epoch: number): Promise<FencingToken> {
  const { rows } = await pool.query<FencingToken>('select epoch, replaced from projector where epoch = $1', [epoch]);
  const [token] = rows;
  if (!token) throw new FencedError();
  return token;
}

/** Pauses the live views until the transaction ends; after it they load their rows again. */
export async function pauseLiveViews(tx: PoolClient): Promise<void> {
  await tx.query('update projector set replaced = replaced + 1');
}

export async function writeCheckpoint(tx: PoolClient, checkpoint: Checkpoint): Promise<void> {
  await tx.query(`with lease as (select 1) ${checkpointsSql('$1')}`, [checkpointsJson([checkpoint])]);
}

export function checkpointsSql(checkpoints: string): string {
  return `insert into view_checkpoints (view, version, position, state)
    select view, version, position, state from jsonb_populate_recordset(null::view_checkpoints, ${checkpoints}::jsonb)
    where exists (select from lease)
    on conflict (view) do update
      set version = excluded.version, position = excluded.position, state = excluded.state, updated_at = now()`;
}

export function checkpointsJson(checkpoints: readonly Checkpoint[]): string {
  return JSON.stringify(checkpoints.map(({ view, version, position, state }) => ({ view, version, position, state })));
}
