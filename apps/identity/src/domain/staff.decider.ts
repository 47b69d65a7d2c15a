import { refusal } from '@repairline/contracts/domain-error';
import type { Role } from '@repairline/contracts/identity/views';
import type { Decider } from '@repairline/event-store/decider';
import { noLongerAdmin, ownAccount } from './account-rules';
import { accessOf, approvedAdmins, evolve, initialState, type Access, type StaffEvent, type StaffState } from './staff';

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

/** Removes an account that nobody has ever approved, so that the address's owner can make it anew. */
export interface RemoveUser {
  type: 'RemoveUser';
  userId: string;
  by: string;
}

/** A first sign-in from the address of a removed account. */
export interface RegisterAgain {
  type: 'RegisterAgain';
  userId: string;
  email: string;
}

export interface AppointFirstAdmin {
  type: 'AppointFirstAdmin';
  userId: string;
}

export type StaffCommand = DecideOnUser | ChangeRole | RemoveUser | RegisterAgain | AppointFirstAdmin;

export const staffDecider: Decider<StaffState, StaffCommand, StaffEvent> = { initialState, evolve, decide };

/** Who has been revoked or demoted since the command was given changes nobody's access, and so not their own either. */
function decide(command: StaffCommand, state: StaffState): StaffEvent[] {
  const events = eventsOf(command, state);
  if (events.length > 0 && 'by' in command && !approvedAdmins(state).includes(command.by)) throw noLongerAdmin();
  return events;
}

function eventsOf(command: StaffCommand, state: StaffState): StaffEvent[] {
  switch (command.type) {
    case 'DecideOnUser':
      return command.approved ? approve(command, state) : takeAccess(command, state);
    case 'ChangeRole':
      return changeRole(command, state);
    case 'RemoveUser':
      return removeUser(accessOf(state, command.userId), command.userId);
    case 'RegisterAgain':
      return registerAgain(command, state);
    case 'AppointFirstAdmin':
      return appointFirstAdmin(command, state);
    default:
      return command satisfies never;
  }
}

/** Who comes back is a Member. Logs from before revocations took the role away hold revoked Admins. */
function approve({ userId }: DecideOnUser, state: StaffState): StaffEvent[] {
  const { status, role } = accessOf(state, userId);
  if (status === 'removed') throw refusal('user_not_found');
  return status === 'approved' ? [] : [...loseRole(userId, role), { type: 'UserApproved', data: { userId } }];
}

function loseRole(userId: string, role: Role): StaffEvent[] {
  return role === 'Admin' ? [{ type: 'UserDemoted', data: { userId } }] : [];
}

function takeAccess({ userId, by }: DecideOnUser, state: StaffState): StaffEvent[] {
  if (userId === by) throw ownAccount('take away your own access');
  const { status, role } = accessOf(state, userId);
  switch (status) {
    case 'approved':
      requireAnotherAdmin(state, userId);
      return [...loseRole(userId, role), { type: 'UserAccessRevoked', data: { userId } }];
    case 'pending':
    case 'revoked':
      return [{ type: 'UserDenied', data: { userId } }];
    case 'denied':
      return [];
    case 'removed':
      throw refusal('user_not_found');
    default:
      return status satisfies never;
  }
}

function changeRole({ userId, by, role }: ChangeRole, state: StaffState): StaffEvent[] {
  if (userId === by && role === 'Member') throw ownAccount('demote yourself');
  const access = accessOf(state, userId);
  if (access.status !== 'approved') throw refusal('user_not_approved');
  if (access.role === role) return [];
  if (role === 'Admin') return [{ type: 'UserPromoted', data: { userId } }];
  requireAnotherAdmin(state, userId);
  return [{ type: 'UserDemoted', data: { userId } }];
}

function removeUser({ status, everApproved }: Access, userId: string): StaffEvent[] {
  if (everApproved) throw refusal('user_not_pending');
  return status === 'removed' ? [] : [{ type: 'UserRemoved', data: { userId } }];
}

function registerAgain({ userId, email }: RegisterAgain, state: StaffState): StaffEvent[] {
  if (accessOf(state, userId).status !== 'removed') return [];
  return [{ type: 'UserRegisteredAgain', data: { userId, email, role: 'Member' } }];
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
    throw refusal('last_admin');
  }
}
