import type { Pool } from 'pg';
import type { EventEnvelope } from '@repairline/contracts/event';
import { errorKind } from '@repairline/service-kit/logger';

/** The relay's name in the table of dead letters, which it shares with the service's views. */
export const RELAY = 'relay';

/** Positions of events that somebody has decided not to publish. */
export async function readLeftOut(pool: Pool): Promise<ReadonlySet<number>> {
  const { rows } = await pool.query<{ position: number }>(
    'select position from dead_letters where view = $1 and skipped_at is not null',
    [RELAY],
  );
  return new Set(rows.map(({ position }) => position));
}

/** The relay waits before the event until it is published after all or left out. */
export async function keepRelayDeadLetter(pool: Pool, envelope: EventEnvelope, error: unknown): Promise<void> {
  await pool.query(
    `insert into dead_letters (view, position, event_id, event_type, error) values ($1, $2, $3, $4, $5)
     on conflict (view, position) do nothing`,
    [RELAY, envelope.position, envelope.id, envelope.event.type, errorKind(error)],
  );
}

/** Deletes the letters of events that held the relay up and are published now. */
export async function deleteRelayDeadLetters(pool: Pool, upTo: number): Promise<void> {
  await pool.query('delete from dead_letters where view = $1 and position <= $2 and skipped_at is null', [RELAY, upTo]);
}

export async function countRelayDeadLetters(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::integer as count from dead_letters where view = $1 and skipped_at is null',
    [RELAY],
  );
  return rows[0]?.count ?? 0;
}
