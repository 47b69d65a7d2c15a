import { changedMeanwhile } from '@repairline/contracts/changed-meanwhile';
import { refusal } from '@repairline/contracts/domain-error';
import type { Decider } from '@repairline/event-store/decider';
import { nameIsAnEmail } from './account-rules';
import { evolve, initialState, type UserEvent, type UserState } from './user';

export interface RegisterUser {
  type: 'RegisterUser';
  userId: string;
  email: string;
}

export interface RenameUser {
  type: 'RenameUser';
  userId: string;
  name: string;
  /** Whether the name is, or may become, somebody else's email. */
  readsAsAnothersEmail: boolean;
  /** The name that the caller saw; empty for none. */
  expected?: string;
}

export type UserCommand = RegisterUser | RenameUser;

export const userDecider: Decider<UserState, UserCommand, UserEvent> = { initialState, evolve, decide };

function decide(command: UserCommand, state: UserState): UserEvent[] {
  switch (command.type) {
    case 'RegisterUser':
      return register(command, state);
    case 'RenameUser':
      return rename(command, state);
    default:
      return command satisfies never;
  }
}

function register({ userId, email }: RegisterUser, state: UserState): UserEvent[] {
  if (state.status === 'registered') return [];
  return [{ type: 'UserRegistered', data: { userId, email, name: null, role: 'Member' } }];
}

function rename(command: RenameUser, state: UserState): UserEvent[] {
  const { userId, name, readsAsAnothersEmail, expected } = command;
  if (state.status === 'unknown') throw refusal('user_not_found');
  if (state.name === name) return [];
  if (expected !== undefined && expected !== (state.name ?? '')) throw changedMeanwhile([['name', 'Name']]);
  if (readsAsAnothersEmail) throw nameIsAnEmail();
  return [{ type: 'UserRenamed', data: { userId, name } }];
}
