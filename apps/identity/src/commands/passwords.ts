import type { CallContext, CallOutput, ParsedInput } from '@repairline/contracts/call';
import { refusal } from '@repairline/contracts/domain-error';
import type { ChangePassword, ResetPassword } from '@repairline/contracts/identity/calls';
import type { IdentityEvent } from '@repairline/contracts/identity/events';
import type { AppendContext } from '@repairline/event-store/event-store';
import { requireAdmin, requirePerson } from '@repairline/messaging/context';
import { ownAccount, passwordChangeRequired, passwordRejected } from '../domain/account-rules';
import { withoutActorName, type Identity } from '../identity';
import { changePassword, credentialOf, replacePassword, type Credential } from '../sign-ins/credentials';
import { passwordFault } from '../sign-ins/password-rules';
import { ONE_TIME_MS, oneTimePassword } from '../sign-ins/passwords';
import { announceEnd, endOtherSignIns, endSignInsOf } from '../sign-ins/sign-ins';
import { findUser } from '../views/users';

/** Sign-ins, sign-outs and new passwords of one person, in the order in which they happened. */
export function signInsStream(userId: string): string {
  return `sign-ins-${userId}`;
}

interface OwnPassword {
  userId: string;
  email: string;
  /** The one-time password, as it was typed and as it is kept. */
  password: string;
  given: Credential;
  newPassword?: string | undefined;
}

/**
 * Replaces a one-time password with one that its owner chooses.
 * @returns the hash of the new password
 * @throws {DomainError} password_change_required without a new one, password_rejected, invalid_credentials if the
 *   one-time password has been used since
 */
export async function chooseOwnPassword(
  identity: Identity,
  { userId, email, password, given, newPassword }: OwnPassword,
  context: CallContext,
): Promise<string> {
  if (newPassword === undefined) throw passwordChangeRequired(email);
  const to = await hashOfNew(identity, { email, password, newPassword });
  if (!(await changePassword(identity.pool, userId, { from: given.passwordHash, to })))
    throw refusal('invalid_credentials');
  await record(identity, 'PasswordChanged', userId, { ...withoutActorName(context), actor: { userId, name: '' } });
  return to;
}

/** Counts as an attempt to sign in until the password turns out right. The other sign-ins have ended before the answer. */
export async function changeOwnPassword(
  identity: Identity,
  input: ParsedInput<typeof ChangePassword>,
  context: CallContext,
): Promise<CallOutput<typeof ChangePassword>> {
  const { pool, db, passwords, throttle, bus } = identity;
  const { userId } = requirePerson(context);
  const user = await findUser(db, userId);
  if (!user?.approved) throw refusal('user_not_approved');
  const password = input.password.normalize('NFKC');
  const { commandId } = withoutActorName(context);
  const { email } = user;
  const uncount = await throttle.admit({ ...input, email, password, commandId });
  const known = await credentialOf(pool, userId);
  if (!(await passwords.verify(known?.passwordHash, password)) || !known)
    throw passwordRejected('This is not your current password');
  await uncount();
  const to = await hashOfNew(identity, { email, password, newPassword: input.newPassword });
  if (!(await changePassword(pool, userId, { from: known.passwordHash, to })))
    throw passwordRejected('Your password has been changed meanwhile');
  for (const ended of await endOtherSignIns(pool, userId, input.tokenHash)) announceEnd(bus, ended);
  await record(identity, 'PasswordChanged', userId, withoutActorName(context));
  return {};
}

/** A person who has lost theirs gets a password to read out, which lets them choose another one once. */
export async function resetPassword(
  identity: Identity,
  { userId }: ParsedInput<typeof ResetPassword>,
  context: CallContext,
): Promise<CallOutput<typeof ResetPassword>> {
  requireAdmin(context);
  const { userId: by } = requirePerson(context);
  if (userId === by) throw ownAccount('reset your own password');
  const user = await findUser(identity.db, userId);
  if (!user) throw refusal('user_not_found');
  if (!user.approved) throw refusal('user_not_approved');
  const password = oneTimePassword();
  const until = new Date(identity.now().getTime() + ONE_TIME_MS);
  await replacePassword(identity.pool, userId, await identity.passwords.hash(password), until);
  await endSignInsOf(identity.pool, userId);
  announceEnd(identity.bus, { userId, tokenHash: null });
  await record(identity, 'PasswordReset', userId, withoutActorName(context));
  return { password, until: until.toISOString() };
}

async function hashOfNew(
  { passwords }: Identity,
  { email, password, newPassword }: { email: string; password: string; newPassword: string },
): Promise<string> {
  const chosen = newPassword.normalize('NFKC');
  const fault = chosen === password ? 'Choose another password than before' : passwordFault(chosen, email);
  if (fault) throw passwordRejected(fault, 'newPassword');
  return passwords.hash(chosen);
}

type PasswordEvent = Extract<IdentityEvent, { type: 'PasswordChanged' | 'PasswordReset' }>;

async function record(
  { store, now }: Identity,
  type: PasswordEvent['type'],
  userId: string,
  context: AppendContext,
): Promise<void> {
  const event: PasswordEvent = { type, data: { userId } };
  await store.append(signInsStream(userId), 'any', [{ event, occurredAt: now() }], context);
}
