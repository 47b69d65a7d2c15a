import type { IdentityEvent } from '@repairline/contracts/identity/events';

/** One person's account: who they are. staff.ts decides, for all staff together, what they may do. */
export type UserEvent = Extract<IdentityEvent, { type: 'UserRegistered' | 'UserRenamed' }>;

export type UserState = { status: 'unknown' } | { status: 'registered'; name: string | null };

export const initialState = (): UserState => ({ status: 'unknown' });

export function evolve(state: UserState, event: UserEvent): UserState {
  switch (event.type) {
    case 'UserRegistered':
      return { status: 'registered', name: event.data.name };
    case 'UserRenamed':
      return { status: 'registered', name: event.data.name };
    default:
      return unknownEvent(state, event);
  }
}

export function userStream(userId: string): string {
  return `user-${userId}`;
}

function unknownEvent(state: UserState, _event: never): UserState {
  return state;
}
