import { refusal } from '@repairline/contracts/domain-error';
import type { CallContext, CallOutput, ParsedInput } from '@repairline/contracts/call';
import type { ChangeRole } from '@repairline/contracts/identity/calls';
import { handleCommand } from '@repairline/event-store/handle-command';
import { requireAdmin } from '@repairline/messaging/context';
import { STAFF_STREAM } from '../domain/staff';
import { staffDecider } from '../domain/staff.decider';
import { withoutActorName, type Identity } from '../identity';
import { findUser } from '../views/users';
import { requirePerson } from './require-person';
import { shownAccount } from './shown-account';

export async function changeRole(
  identity: Identity,
  { userId, role }: ParsedInput<typeof ChangeRole>,
  context: CallContext,
): Promise<CallOutput<typeof ChangeRole>> {
  requireAdmin(context);
  const { userId: by } = requirePerson(context);
  const { store, db } = identity;
  if (!(await findUser(db, userId))) throw refusal('user_not_found');
  const change = handleCommand(store, staffDecider);
  const done = await change(STAFF_STREAM, { type: 'ChangeRole', userId, by, role }, withoutActorName(context));
  return shownAccount(identity, userId, done.position);
}
