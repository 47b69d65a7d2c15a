import type { CallContext, CallOutput, ParsedInput } from '@repairline/contracts/call';
import { refusal } from '@repairline/contracts/domain-error';
import type { DecideOnUser, RemoveUser, ChangeRole } from '@repairline/contracts/identity/calls';
import { handleCommand } from '@repairline/event-store/handle-command';
import { requireAdmin } from '@repairline/messaging/context';
import { accessOf, STAFF_STREAM } from '../domain/staff';
import { staffDecider } from '../domain/staff.decider';
import { withoutActorName, type Identity } from '../identity';
import { announceEnd } from '../sign-ins/announce';
import { approvalCodeOf } from '../sign-ins/approval-code';
import { credentialOf, dropPassword } from '../sign-ins/credentials';
import { endSignInsOf } from '../sign-ins/sign-ins';
import { findUser, usersView } from '../views/users';
import { revokeApiTokensOf } from './api-tokens';
import { requirePerson } from './require-person';
import { shownAccount } from './shown-account';

/**
 * Taking approval away ends the user's sign-ins and tokens before the answer, and again if the call is repeated, unless
 * somebody has approved the user since.
 */
export async function decideOnUser(
  identity: Identity,
  { userId, approved, approvalCode }: ParsedInput<typeof DecideOnUser>,
  context: CallContext,
): Promise<CallOutput<typeof DecideOnUser>> {
  requireAdmin(context);
  const { userId: by } = requirePerson(context);
  const { store, db, pool, bus } = identity;
  if (!(await findUser(db, userId))) throw refusal('user_not_found');
  if (approved && approvalCode !== undefined) await requireSameCode(identity, userId, approvalCode);
  const decide = handleCommand(store, staffDecider);
  const done = await decide(STAFF_STREAM, { type: 'DecideOnUser', userId, by, approved }, withoutActorName(context));
  if (!approved && accessOf(done.state, userId).standing !== 'approved') {
    await endSignInsOf(pool, userId);
    await revokeApiTokensOf(identity, userId, context);
    announceEnd(bus, { userId, tokenHash: null });
  }
  return shownAccount(identity, userId, done.position);
}

/** @throws {DomainError} approval_code_changed if the account has been made anew, with another password */
async function requireSameCode({ pool, approvalCodes }: Identity, userId: string, compared: string): Promise<void> {
  const credential = await credentialOf(pool, userId);
  if (credential && approvalCodeOf(approvalCodes, userId, credential.passwordHash) !== compared)
    throw refusal('approval_code_changed');
}

/**
 * The password goes after the decision, so that an account that was approved first keeps it. If the command ends in
 * between, whoever knows the password makes the account anew, and it can be removed again.
 */
export async function removeUser(
  identity: Identity,
  { userId }: ParsedInput<typeof RemoveUser>,
  context: CallContext,
): Promise<CallOutput<typeof RemoveUser>> {
  requireAdmin(context);
  const { userId: by } = requirePerson(context);
  const { store, db, pool, views } = identity;
  if (!(await findUser(db, userId))) throw refusal('user_not_found');
  const decide = handleCommand(store, staffDecider);
  const done = await decide(STAFF_STREAM, { type: 'RemoveUser', userId, by }, withoutActorName(context));
  if (accessOf(done.state, userId).standing === 'removed') await dropPassword(pool, userId);
  await views.shows(usersView.name, done.position);
  return {};
}

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
