import type { Pool, PoolClient } from 'pg';
import { errorKind } from '@repairline/service-kit/logger';
import { recallLeader } from '@repairline/postgres/leadership';
import type { CloudEvent } from '../cloud-event';

type Db = Pool | PoolClient;

/** An event of another context that could not be taken in. The migration explains the states. */
export interface ConsumedDeadLetter {
  source: string;
  position: number;
  type: string;
  error: string;
  tries: number;
  since: string;
  state: 'stopped' | 'set aside' | 'again' | 'left out';
}

export async function listConsumedDeadLetters(db: Db): Promise<ConsumedDeadLetter[]> {
  const { rows } = await db.query<ConsumedDeadLetter>(
    `select source, position, event->>'type' as type, error, tries, first_failed_at as since, state
     from consumed_dead_letters order by source, position`,
  );
  return rows;
}

/** Does not overwrite a decision made meanwhile to leave the event out. */
export async function keepDeadLetter(
  db: Db,
  source: string,
  event: CloudEvent,
  { error, tries, state }: { error: unknown; tries: number; state: 'stopped' | 'set aside' },
): Promise<void> {
  await db.query(
    `insert into consumed_dead_letters as letter (source, position, event, error, tries, state)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (source, position) do update
     set error = $4, tries = letter.tries + $5, state = $6, last_failed_at = now() where letter.state <> 'left out'`,
    [source, event.position, JSON.stringify(event), errorKind(error), tries, state],
  );
}

export interface Decisions {
  /** Positions of the events that are left out for good. */
  skipped: ReadonlySet<number>;
  again: CloudEvent[];
  held: boolean;
  /** Positions of all events that the consumer has gone on without, for now or for good. */
  excluded: ReadonlySet<number>;
}

/** What a consumer's term, or a recount from the first event, has to know about earlier failures. */
export async function readDecisions(db: Db, source: string): Promise<Decisions> {
  const { rows } = await db.query<{ position: number; state: ConsumedDeadLetter['state']; event: CloudEvent }>(
    'select position, state, event from consumed_dead_letters where source = $1 order by position',
    [source],
  );
  const having = (wanted: ConsumedDeadLetter['state']) => rows.filter(({ state }) => state === wanted);
  const positions = (letters: typeof rows) => letters.map(({ position }) => position);
  const skipped = positions(having('left out'));
  return {
    skipped: new Set(skipped),
    again: having('again').map(({ event }) => event),
    held: having('stopped').length > 0,
    excluded: new Set([...skipped, ...positions(having('set aside'))]),
  };
}

/** Deletes the letter of one event or, without a position, of all that held the consumer up and no longer do. */
export async function forgetDeadLetters(db: Db, source: string, upTo: number, position?: number): Promise<void> {
  await db.query(
    position === undefined
      ? "delete from consumed_dead_letters where source = $1 and position <= $2 and state = 'stopped'"
      : 'delete from consumed_dead_letters where source = $1 and position <= $2 and position = $3',
    position === undefined ? [source, upTo] : [source, upTo, position],
  );
}

/** Retries the event in its turn, or after later ones that have overtaken it. False if there is no such letter. */
export async function retryConsumed(pool: Pool, source: string, position: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update consumed_dead_letters letter set state = case
       when letter.position > (select position from consumed_positions where source = $1) then 'stopped' else 'again' end
     where source = $1 and letter.position = $2`,
    [source, position],
  );
  if (rowCount === 1) await recallLeader(pool, consumerRole(source));
  return rowCount === 1;
}

/** Leaves the event out. False if there is no such letter. */
export async function leaveOutConsumed(pool: Pool, source: string, position: number, by: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update consumed_dead_letters set state = 'left out', decided_by = case state when 'left out' then decided_by else $3 end
     where source = $1 and position = $2`,
    [source, position, by],
  );
  if (rowCount === 1) await recallLeader(pool, consumerRole(source));
  return rowCount === 1;
}

export const consumerRole = (source: string): string => `consumer of ${source}`;
