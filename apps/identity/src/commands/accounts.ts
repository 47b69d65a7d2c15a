import type { CallContext, CallOutput, ParsedInput } from '@repairline/contracts/call';
import { refusal } from '@repairline/contracts/domain-error';
import type {
  ChangeRole,
  DecideOnUser,
  RemoveUser,
  RenameSelf,
  RenameUser,
} from '@repairline/contracts/identity/calls';
import type { UserAccount } from '@repairline/contracts/identity/views';
import { handleCommand } from '@repairline/event-store/handle-command';
import { requireActor, requireAdmin, requirePerson } from '@repairline/messaging/context';
import { viewsBehind } from '@repairline/projections/following/view-positions';
import { readAsEmail, readsAsAnothersEmail } from '../domain/account-rules';
import { accessOf, STAFF_STREAM } from '../domain/staff';
import { staffDecider } from '../domain/staff.decider';
import { userStream } from '../domain/user';
import { userDecider } from '../domain/user.decider';
import { withoutActorName, type Identity } from '../identity';
import { approvalCodeOf, credentialOf, dropPassword, passwordHashesOf } from '../sign-ins/credentials';
import { announceEnd, endSignInsOf } from '../sign-ins/sign-ins';
import { findUser, isEmailOfAnother, toUserAccount, usersView, type UserRow } from '../views/users';
import { revokeApiTokensOf } from './api-tokens';

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
  if (!approved && accessOf(done.state, userId).status !== 'approved') {
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
  if (accessOf(done.state, userId).status === 'removed') await dropPassword(pool, userId);
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

export function renameSelf(
  identity: Identity,
  name: ParsedInput<typeof RenameSelf>,
  context: CallContext,
): Promise<CallOutput<typeof RenameSelf>> {
  return renameUser(identity, { ...name, userId: requireActor(context).userId }, context);
}

/** People may rename themselves; an Admin may rename anybody. */
export async function renameUser(
  identity: Identity,
  { userId, name, expected }: ParsedInput<typeof RenameUser>,
  context: CallContext,
): Promise<CallOutput<typeof RenameUser>> {
  if (requireActor(context).userId !== userId) requireAdmin(context);
  const { store, db, domains } = identity;
  const user = await findUser(db, userId);
  if (!user) throw refusal('user_not_found');
  const taken = await isEmailOfAnother(db, readAsEmail(name), userId);
  const rename = handleCommand(store, userDecider);
  const done = await rename(
    userStream(userId),
    {
      type: 'RenameUser',
      userId,
      name,
      expected: expected?.name,
      readsAsAnothersEmail: readsAsAnothersEmail(name, { own: user.email, domains, taken }),
    },
    withoutActorName(context),
  );
  return shownAccount(identity, userId, done.position);
}

/** The account as every list shows it from now on. @throws {DomainError} views_behind if the views take too long */
export async function shownAccount(identity: Identity, userId: string, position: number): Promise<UserAccount> {
  await identity.views.shows(usersView.name, position);
  const user = await findUser(identity.db, userId);
  const [account] = await accountsOf(identity, user ? [user] : []);
  if (!account) throw viewsBehind();
  return account;
}

/** With the codes by which Admins recognize the owners of those that wait for approval. */
export async function accountsOf(
  { pool, approvalCodes }: Pick<Identity, 'pool' | 'approvalCodes'>,
  users: readonly UserRow[],
): Promise<UserAccount[]> {
  const waiting = users.filter(({ approved }) => !approved).map(({ user_id }) => user_id);
  const hashes = waiting.length > 0 ? await passwordHashesOf(pool, waiting) : new Map<string, string>();
  return users.map((user) => {
    const hash = hashes.get(user.user_id);
    return toUserAccount(user, hash === undefined ? null : approvalCodeOf(approvalCodes, user.user_id, hash));
  });
}
