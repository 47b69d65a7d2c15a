import type { Role } from '@repairline/contracts/identity/views';
import type { Decider } from '@repairline/event-store/decider';
import { lastAdmin, noLongerAdmin, ownAccount, userNotApproved } from './refusals';
import { accessOf, approvedAdmins, evolve, initialState, type StaffEvent, type StaffState } from './staff';

/** The caller has checked that the account exists, and that `by`, who gives the command, was an Admin when asked. */
export interface DecideOnUser {
  type: 'DecideOnUser';
  userId: string;
  by: string;
  approved: boolean;
}

export interface ChangeRole {
  type: 'ChangeRole';
  userId: string;
  by: string;
  role: Role;
}

export interface AppointFirstAdmin {
  type: 'AppointFirstAdmin';
  userId: string;
}

export type StaffCommand = DecideOnUser | ChangeRole | AppointFirstAdmin;

export const staffDecider: Decider<StaffState, StaffCommand, StaffEvent> = { initialState, evolve, decide };

/** Who has been revoked or demoted since the command was given changes nobody's access, and so not their own either. */
function decide(command: StaffCommand, state: StaffState): StaffEvent[] {
  const events = eventsOf(command, state);
  const by = command.type === 'AppointFirstAdmin' ? undefined : command.by;
  if (events.length > 0 && by !== undefined && !approvedAdmins(state).includes(by)) throw noLongerAdmin();
  return events;
}

function eventsOf(command: StaffCommand, state: StaffState): StaffEvent[] {
  switch (command.type) {
    case 'DecideOnUser':
      return command.approved ? approve(command, state) : takeAccess(command, state);
    case 'ChangeRole':
      return changeRole(command, state);
    case 'AppointFirstAdmin':
      return appointFirstAdmin(command, state);
    default:
      return command satisfies never;
  }
}

function approve({ userId }: DecideOnUser, state: StaffState): StaffEvent[] {
  return accessOf(state, userId).standing === 'approved' ? [] : [{ type: 'UserApproved', data: { userId } }];
}

function takeAccess({ userId, by }: DecideOnUser, state: StaffState): StaffEvent[] {
  if (userId === by) throw ownAccount('take away your own access');
  const { standing } = accessOf(state, userId);
  switch (standing) {
    case 'approved':
      requireAnotherAdmin(state, userId);
      return [{ type: 'UserAccessRevoked', data: { userId } }];
    case 'pending':
    case 'revoked':
      return [{ type: 'UserDenied', data: { userId } }];
    case 'denied':
      return [];
    default:
      return standing satisfies never;
  }
}

function changeRole({ userId, by, role }: ChangeRole, state: StaffState): StaffEvent[] {
  if (userId === by && role === 'Member') throw ownAccount('demote yourself');
  const access = accessOf(state, userId);
  if (access.standing !== 'approved') throw userNotApproved();
  if (access.role === role) return [];
  if (role === 'Admin') return [{ type: 'UserPromoted', data: { userId } }];
  requireAnotherAdmin(state, userId);
  return [{ type: 'UserDemoted', data: { userId } }];
}

/** Without effect if there is an Admin: every start issues this command. */
function appointFirstAdmin({ userId }: AppointFirstAdmin, state: StaffState): StaffEvent[] {
  if (approvedAdmins(state).length > 0) return [];
  return [
    { type: 'UserApproved', data: { userId } },
    { type: 'UserPromoted', data: { userId } },
  ];
}

function requireAnotherAdmin(state: StaffState, userId: string): void {
  if (approvedAdmins(state).every((admin) => admin === userId) && accessOf(state, userId).role === 'Admin') {
    throw lastAdmin();
  }
}
