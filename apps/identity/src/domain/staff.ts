import type { IdentityEvent } from '@repairline/contracts/identity/events';
import type { Role } from '@repairline/contracts/identity/views';

/** The staff's access and roles. One aggregate, as 'an approved Admin is always left' is a rule about all of them. */
export type StaffEvent = Extract<
  IdentityEvent,
  {
    type:
      | 'UserApproved'
      | 'UserDenied'
      | 'UserAccessRevoked'
      | 'UserPromoted'
      | 'UserDemoted'
      | 'UserRemoved'
      | 'UserRegisteredAgain';
  }
>;

export interface Access {
  status: 'pending' | 'approved' | 'denied' | 'revoked' | 'removed';
  role: Role;
  /** Their name stands in the history of devices. */
  everApproved: boolean;
}

/** By user id. Anyone not in it is a pending Member. */
export type StaffState = ReadonlyMap<string, Access>;

export const STAFF_STREAM = 'staff';

const newcomer: Access = { status: 'pending', role: 'Member', everApproved: false };

export const initialState = (): StaffState => new Map();

export function accessOf(state: StaffState, userId: string): Access {
  return state.get(userId) ?? newcomer;
}

export function approvedAdmins(state: StaffState): string[] {
  return [...state]
    .filter(([, { status, role }]) => status === 'approved' && role === 'Admin')
    .map(([userId]) => userId);
}

export function evolve(state: StaffState, event: StaffEvent): StaffState {
  const changed = changeBy(event);
  return changed ? new Map(state).set(event.data.userId, { ...accessOf(state, event.data.userId), ...changed }) : state;
}

function changeBy(event: StaffEvent): Partial<Access> | null {
  switch (event.type) {
    case 'UserApproved':
      return { status: 'approved', everApproved: true };
    case 'UserDenied':
      return { status: 'denied' };
    case 'UserAccessRevoked':
      return { status: 'revoked' };
    case 'UserPromoted':
      return { role: 'Admin' };
    case 'UserDemoted':
      return { role: 'Member' };
    case 'UserRemoved':
      return { status: 'removed' };
    case 'UserRegisteredAgain':
      return { status: 'pending' };
    default:
      return unknownEvent(event);
  }
}

function unknownEvent(_event: never): null {
  return null;
}
