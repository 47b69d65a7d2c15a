import { escapeIdentifier, type Pool, type PoolClient } from 'pg';
import type { AnyEvent } from '@repairline/event-store/event-store';
import { errorKind } from '@repairline/service-kit/logger';
import { recallLeader } from '@repairline/postgres/leadership';
import type { Poison } from '../fold';

export interface Checkpoint {
  view: string;
  version: number;
  position: number;
  state: 'live' | 'stopped';
  /** Positions of events that somebody has decided to leave out of this view. */
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

/** Positions of the events left out, by view. */
export async function readSkipped(db: Pool | PoolClient, service: string): Promise<Map<string, ReadonlySet<number>>> {
  const { rows } = await db.query<{ view: string; positions: string[] }>(
    `select view, array_agg(position::text) as positions from ${escapeIdentifier(service)}.dead_letters
     where skipped_at is not null group by view`,
  );
  return new Map(rows.map(({ view, positions }) => [view, new Set(positions.map(Number))]));
}

/** Identifies a term of projecting. Writes of a term whose token is no longer current are refused. */
export interface FencingToken {
  epoch: number;
  /** The count of table replacements when the rows last read were known to be current. */
  replaced: number;
}

/**
 * Begins a term and fences off every transaction of earlier ones. Undefined if the views belong to another program,
 * unless the epoch is still `abandoned`: then nobody has begun a term since.
 */
export async function beginEpoch(pool: Pool, edition: string, abandoned?: number): Promise<FencingToken | undefined> {
  const { rows } = await pool.query<FencingToken>(
    `update projector set epoch = epoch + 1, edition = $1
     where edition is null or edition = $1 or epoch = $2 returning epoch, replaced`,
    [edition, abandoned ?? null],
  );
  return rows[0];
}

export async function readEpoch(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ epoch: number }>('select epoch from projector');
  return rows[0]?.epoch ?? 0;
}

/** Whether the views belong to this edition of the program. */
export async function isEdition(pool: Pool, edition: string): Promise<boolean> {
  return (await pool.query('select 1 from projector where edition = $1', [edition])).rowCount === 1;
}

/** From this transaction on, only replicas of this edition project. */
export async function claimViews(tx: PoolClient, edition: string): Promise<void> {
  await tx.query('update projector set edition = $1', [edition]);
}

/** Ends the projector's term once the transaction has committed: only a new one reads the checkpoints. */
export async function endProjectorTerm(tx: PoolClient): Promise<void> {
  await tx.query('update projector set epoch = epoch + 1');
  await recallLeader(tx, 'projector');
}

/** The term's token after tables were replaced. @throws {FencedError} if the term is over */
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
  await tx.query(`with term as (select 1) ${checkpointsSql('$1')}`, [checkpointsJson([checkpoint])]);
}

export function checkpointsSql(checkpoints: string): string {
  return `insert into view_checkpoints (view, version, position, state)
    select view, version, position, state from jsonb_populate_recordset(null::view_checkpoints, ${checkpoints}::jsonb)
    where exists (select from term)
    on conflict (view) do update
      set version = excluded.version, position = excluded.position, state = excluded.state, updated_at = now()`;
}

export function checkpointsJson(checkpoints: readonly Checkpoint[]): string {
  return JSON.stringify(checkpoints.map(({ view, version, position, state }) => ({ view, version, position, state })));
}

export function deadLettersSql(letters: string): string {
  return `insert into dead_letters (view, position, event_id, event_type, error)
    select view, position, event_id, event_type, error from jsonb_populate_recordset(null::dead_letters, ${letters}::jsonb)
    where exists (select from term)
    on conflict (view, position) do update set error = excluded.error, created_at = now()`;
}

export function deadLettersJson<E extends AnyEvent>(view: { name: string }, poison: readonly Poison<E>[]): string {
  return JSON.stringify(
    poison.map(({ envelope: { position, id, event }, error }) => ({
      ...{ view: view.name, position, event_id: id, event_type: event.type, error: errorKind(error) },
    })),
  );
}

/** How many dead letters await a decision, by view; views without any are missing. */
export async function countDeadLetters(pool: Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ view: string; count: number }>(
    'select view, count(*) as count from dead_letters where skipped_at is null group by view',
  );
  return Object.fromEntries(rows.map(({ view, count }) => [view, count]));
}
