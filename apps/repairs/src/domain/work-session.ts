import type { WorkSessionEvent } from '@repairline/contracts/repairs/events';

/** One person's working time. */
export type WorkSessionState = { status: 'none' } | { status: 'running'; sessionId: string; startedAt: string };

export const initialState = (): WorkSessionState => ({ status: 'none' });

export function evolve(state: WorkSessionState, event: WorkSessionEvent): WorkSessionState {
  switch (event.type) {
    case 'WorkSessionStarted':
      return { status: 'running', sessionId: event.data.sessionId, startedAt: event.data.startedAt };
    case 'WorkSessionEnded':
      return { status: 'none' };
    default:
      return unknownEvent(state, event);
  }
}

/** One stream per person, so that two concurrent starts conflict there. */
export function workSessionStream(userId: string): string {
  return `work-session-${userId}`;
}

function unknownEvent(state: WorkSessionState, _event: never): WorkSessionState {
  return state;
}
