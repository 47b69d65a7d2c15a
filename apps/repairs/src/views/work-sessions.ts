import type { RepairsEvent } from '@repairline/contracts/repairs/events';
import type { WorkSession } from '@repairline/contracts/repairs/views';
import { defineView } from '@repairline/projections/view';
import type { Database } from './tables';

/** One row per work session; each person has at most one without an end. */
export interface WorkSessionRow {
  session_id: string;
  user_id: string;
  started_at: string;
  ended_at: string | null;
  created_at: string;
}

export const workSessions = defineView<WorkSessionRow, RepairsEvent>({
  name: 'work-sessions',
  version: 2,
  table: 'work_sessions',
  key: 'session_id',
  columns: {
    session_id: 'uuid',
    user_id: 'text not null',
    started_at: 'timestamptz not null',
    ended_at: 'timestamptz',
    created_at: 'timestamptz not null',
  },
  indexes: ['create index work_sessions_running on work_sessions (user_id) where ended_at is null'],
  rowsOf: (event) =>
    event.type === 'WorkSessionStarted' || event.type === 'WorkSessionEnded' ? [event.data.sessionId] : [],
  project: (row, { event, occurredAt, recordedAt }) => {
    if (event.type === 'WorkSessionEnded') return row && { ...row, ended_at: notBefore(row.started_at, occurredAt) };
    if (event.type !== 'WorkSessionStarted') return row;
    const { sessionId, userId, startedAt } = event.data;
    const times = { started_at: startedAt, ended_at: null, created_at: recordedAt.toISOString() };
    return { session_id: sessionId, user_id: userId, ...times };
  },
  onPoison: 'stop',
});

/** If the clock was set back during a session, the session ends when it began: its length is never negative. */
function notBefore(startedAt: string, occurredAt: Date): string {
  const at = occurredAt.toISOString();
  return at < startedAt ? startedAt : at;
}

export async function runningWorkSession(db: Database, userId: string): Promise<WorkSession | null> {
  const running = db.selectFrom('work_sessions').selectAll().where('user_id', '=', userId);
  const row = await running.where('ended_at', 'is', null).executeTakeFirst();
  return row ? toWorkSession(row) : null;
}

export async function getWorkSession(db: Database, sessionId: string): Promise<WorkSession | null> {
  const sessions = db.selectFrom('work_sessions').selectAll();
  const row = await sessions.where('session_id', '=', sessionId).executeTakeFirst();
  return row ? toWorkSession(row) : null;
}

function toWorkSession({ session_id, user_id, started_at, ended_at, created_at }: WorkSessionRow): WorkSession {
  return { id: session_id, userId: user_id, startTime: started_at, endTime: ended_at, createdAt: created_at };
}
