import { escapeIdentifier, type Pool, type PoolClient } from 'pg';
import { inTransaction } from '@repairline/postgres/transaction';
import { errorKind } from '@repairline/service-kit/logger';

type Db = Pool | PoolClient;

/** What a follower does at an event that it cannot take in. Either way the event becomes a dead letter. */
export type OnPoison = 'stop' | 'pass over';

/** The migration explains the states. */
export type DeadLetterState = 'stopped' | 'passed over' | 'skipped' | 'retrying';

/** An event that a follower of a log could not take in. */
export interface DeadLetter {
  follower: string;
  position: number;
  type: string;
  error: string;
  tries: number;
  since: string;
  state: DeadLetterState;
}

export interface Failure {
  follower: string;
  position: number;
  type: string;
  /** Kept by a follower that may be asked for the event long after its turn. */
  event?: unknown;
  error: unknown;
  tries?: number;
  state: 'stopped' | 'passed over';
}

/** Who takes in a log event by event: a view, the relay, or a consumer of another context's events. */
export interface Follower {
  /** As commands name it. */
  name: string;
  /** What a retry means for an event whose turn is over. */
  late: 'passed over' | 'retrying';
  /** Whether the follower has gone on without the event. */
  hasPassed(tx: PoolClient, position: number): Promise<boolean>;
  /** Makes the follower read its dead letters again, and go on if it waits before the event. */
  wake(tx: PoolClient, position: number): Promise<void>;
}

export async function listDeadLetters(db: Db, follower?: string): Promise<DeadLetter[]> {
  const { rows } = await db.query<DeadLetter>(
    `select follower, position, event_type as type, error, tries, first_failed_at as since, state
     from dead_letters where $1::text is null or follower = $1 order by position, follower`,
    [follower],
  );
  return rows;
}

/** How many dead letters await a decision, by follower; those without any are missing. */
export async function countDeadLetters(db: Db): Promise<Record<string, number>> {
  const { rows } = await db.query<{ follower: string; count: number }>(
    "select follower, count(*) as count from dead_letters where state <> 'skipped' group by follower",
  );
  return Object.fromEntries(rows.map(({ follower, count }) => [follower, count]));
}

/** Positions of the events that followers do without, by follower. @param schema of the live tables; else by search_path */
export async function readSkipped(db: Db, schema?: string): Promise<Map<string, ReadonlySet<number>>> {
  const { rows } = await db.query<{ follower: string; positions: string[] }>(
    `select follower, array_agg(position::text) as positions from ${schema ? `${escapeIdentifier(schema)}.` : ''}dead_letters
     where state = 'skipped' group by follower`,
  );
  return new Map(rows.map(({ follower, positions }) => [follower, new Set(positions.map(Number))]));
}

/** A decision made meanwhile to skip the event stays. */
export async function keepDeadLetter(db: Db, failure: Failure): Promise<void> {
  await db.query(deadLettersSql('$1'), [deadLettersJson([failure])]);
}

/** The same as a part of a statement. @param condition of all rows */
export function deadLettersSql(letters: string, condition = 'true'): string {
  return `insert into dead_letters as letter (follower, position, event_type, event, error, tries, state)
    select follower, position, event_type, event, error, tries, state
    from jsonb_populate_recordset(null::dead_letters, ${letters}::jsonb) where ${condition}
    on conflict (follower, position) do update
      set error = excluded.error, tries = letter.tries + excluded.tries, state = excluded.state, last_failed_at = now()
      where letter.state <> 'skipped'`;
}

export function deadLettersJson(failures: readonly Failure[]): string {
  return JSON.stringify(
    failures.map(({ type, error, tries = 1, ...letter }) => ({
      ...{ ...letter, tries, event_type: type, error: errorKind(error) },
    })),
  );
}

/** Deletes the letters of events that held a follower up and no longer do. */
export async function forgetStopped(db: Db, follower: string, upTo: number): Promise<void> {
  await db.query("delete from dead_letters where follower = $1 and position <= $2 and state = 'stopped'", [
    follower,
    upTo,
  ]);
}

export async function forgetDeadLetter(db: Db, follower: string, position: number): Promise<boolean> {
  const text = 'delete from dead_letters where follower = $1 and position = $2';
  return (await db.query(text, [follower, position])).rowCount === 1;
}

/** The follower does without the event, also when it starts anew. False if there is no such dead letter. */
export function skipDeadLetter(pool: Pool, follower: Follower, position: number, by: string): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const { rowCount } = await tx.query(
      `update dead_letters set state = 'skipped', decided_by = case state when 'skipped' then decided_by else $3 end
       where follower = $1 and position = $2`,
      [follower.name, position, by],
    );
    if (rowCount === 1) await follower.wake(tx, position);
    return rowCount === 1;
  });
}

/**
 * The follower tries the event in its turn; if that is over, a consumer tries it by itself. A view has to be rebuilt
 * then, because events take effect only in their order; the dead letter goes when that has succeeded.
 * @returns what is left to do; undefined if there is no such dead letter
 */
export function retryDeadLetter(
  pool: Pool,
  follower: Follower,
  position: number,
): Promise<'nothing' | 'rebuild' | undefined> {
  return inTransaction(pool, async (tx) => {
    const isLate = await follower.hasPassed(tx, position);
    const isKnown = isLate
      ? (
          await tx.query(
            'update dead_letters set state = $3, decided_by = null where follower = $1 and position = $2',
            [follower.name, position, follower.late],
          )
        ).rowCount === 1
      : await forgetDeadLetter(tx, follower.name, position);
    if (!isKnown) return undefined;
    await follower.wake(tx, position);
    return isLate && follower.late === 'passed over' ? 'rebuild' : 'nothing';
  });
}
