import { refusal } from '@repairline/contracts/domain-error';
import type { WorkSessionEvent } from '@repairline/contracts/repairs/events';
import type { Decider } from '@repairline/event-store/decider';
import { evolve, initialState, type WorkSessionState } from './work-session';

export type WorkSessionCommand =
  | { type: 'StartWorkSession'; userId: string; sessionId: string; at: Date }
  | { type: 'EndWorkSession'; userId: string };

export function decide(command: WorkSessionCommand, state: WorkSessionState): WorkSessionEvent[] {
  const { userId } = command;
  switch (command.type) {
    case 'StartWorkSession': {
      if (state.status === 'running') return [];
      const { sessionId, at } = command;
      return [{ type: 'WorkSessionStarted', data: { userId, sessionId, startedAt: at.toISOString() } }];
    }
    case 'EndWorkSession': {
      if (state.status === 'none') throw refusal('no_work_session');
      const { sessionId, startedAt } = state;
      return [{ type: 'WorkSessionEnded', data: { userId, sessionId, startedAt } }];
    }
    default:
      return unknownCommand(command);
  }
}

export const workSessionDecider: Decider<WorkSessionState, WorkSessionCommand, WorkSessionEvent> = {
  initialState,
  evolve,
  decide,
};

function unknownCommand(command: never): never {
  throw new Error(`Unknown: ${JSON.stringify(command)}`);
}
