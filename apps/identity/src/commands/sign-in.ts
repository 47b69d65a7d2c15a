import type { CallContext, CallOutput, ParsedInput } from '@repairline/contracts/call';
import { DomainError, refusal } from '@repairline/contracts/domain-error';
import type { SignIn } from '@repairline/contracts/identity/calls';
import { domainNotAllowed, isOfDomains, passwordRejected, pendingApproval } from '../domain/account-rules';
import { accessOf } from '../domain/staff';
import { userStream } from '../domain/user';
import { userIdOf, withoutActorName, type Identity } from '../identity';
import type { Origin } from '../sign-ins/concurrency-limit';
import { approvalCodeOf, credentialOf, keepFirstPassword, type Credential } from '../sign-ins/credentials';
import { passwordFault } from '../sign-ins/password-rules';
import type { Passwords } from '../sign-ins/passwords';
import { announceEnd, endSignIn, openSignIn, type NewSignIn } from '../sign-ins/sign-ins';
import { findUser, toSignedInUser, type UserRow } from '../views/users';
import { chooseOwnPassword, signInsStream } from './passwords';
import { readStaff, registerUser } from './register-user';

type Input = ParsedInput<typeof SignIn>;

/**
 * Runs one argon2 operation whatever the answer, so the response time reveals nothing that the answer does not. A first
 * sign-in makes a pending account; every other needs the account's password, and fails if that has been lost: whoever
 * signs in next could otherwise choose it.
 */
export async function signIn(
  identity: Identity,
  input: Input,
  context: CallContext,
): Promise<CallOutput<typeof SignIn>> {
  const { domains, throttle, db, userIds, approvalCodes } = identity;
  const { email, client, browser } = input;
  if (!isOfDomains(email, domains)) throw domainNotAllowed(domains);
  const password = input.password.normalize('NFKC');
  const recorded = withoutActorName(context);
  const uncount = await throttle.admit({ email, password, client, browser, commandId: recorded.commandId });

  const userId = userIdOf(userIds, email);
  const preferred = (await findUser(db, userId))?.approved ?? false;
  const passwords = uncountOnError(identity.passwords, { client, preferred }, uncount);
  const given = await checkPassword({ ...identity, passwords }, { userId, email, password, client });
  const user = await accountOf(identity, { userId, email }, context);
  if (!user?.approved || user.approved_position === null || !(await isApproved(identity, userId))) {
    const approvalCode = approvalCodeOf(approvalCodes, userId, given.passwordHash);
    throw pendingApproval({ email, ...(input.withApprovalCode && { approvalCode }) });
  }
  await uncount();

  const passwordHash = given.oneTimeUntil
    ? await chooseOwnPassword({ ...identity, passwords }, { ...input, userId, password, given }, context)
    : given.passwordHash;
  const approval = { userId, approvedPosition: user.approved_position, passwordHash, agent: input.agent };
  return { user: await completeSignIn(identity, user, approval, input, context) };
}

interface Attempt {
  userId: string;
  email: string;
  password: string;
  client: string;
}

/** @returns the account's password, which is the one that was given */
async function checkPassword(identity: Identity, attempt: Attempt): Promise<Credential> {
  const known = await credentialOf(identity.pool, attempt.userId);
  const isFirst = known === undefined && !(await isRegistered(identity, attempt.userId));
  const first = isFirst ? await setFirstPassword(identity, attempt) : undefined;
  return first ? { passwordHash: first, oneTimeUntil: null } : requirePassword(identity, attempt, known);
}

/**
 * According to the log. An account is recorded after its password, so one without a password has lost it. One that an
 * Admin has removed may be made anew.
 */
async function isRegistered(identity: Identity, userId: string): Promise<boolean> {
  if ((await identity.store.readStream(userStream(userId))).length === 0) return false;
  return accessOf(await readStaff(identity), userId).status !== 'removed';
}

/** According to the log: a list that has stopped shows users as approved whose access has been revoked since. */
async function isApproved(identity: Identity, userId: string): Promise<boolean> {
  return accessOf(await readStaff(identity), userId).status === 'approved';
}

/** A password that was never checked because too many were waiting does not count as a wrong one. */
function uncountOnError(passwords: Passwords, origin: Origin, uncount: () => Promise<void>): Passwords {
  const uncountAndThrow = async (error: unknown): Promise<never> => {
    await uncount();
    throw error;
  };
  return {
    hash: (password) => passwords.hash(password, origin).catch(uncountAndThrow),
    verify: (known, password) => passwords.verify(known, password, origin).catch(uncountAndThrow),
  };
}

/** @returns the password's hash, or undefined if another first sign-in came first */
async function setFirstPassword(
  { passwords, pool, throttle }: Identity,
  { userId, email, password, client }: Attempt,
): Promise<string | undefined> {
  const fault = passwordFault(password, email);
  if (fault) {
    await passwords.verify(undefined, password);
    throw passwordRejected(fault);
  }
  await throttle.admitRegistration(client);
  const passwordHash = await passwords.hash(password);
  return (await keepFirstPassword(pool, userId, passwordHash)) ? passwordHash : undefined;
}

/** If no password was known, another first sign-in may have just stored one, which is the account's. */
async function requirePassword(
  { pool, passwords, now }: Identity,
  { userId, password }: Attempt,
  known: Credential | undefined,
): Promise<Credential> {
  const credential = known ?? (await credentialOf(pool, userId));
  const isRight = await passwords.verify(credential?.passwordHash, password);
  if (!isRight || !credential || isOver(credential, now())) throw refusal('invalid_credentials');
  return credential;
}

function isOver({ oneTimeUntil }: Credential, now: Date): boolean {
  return oneTimeUntil !== null && oneTimeUntil <= now;
}

/** The account as views show it, registered first if it does not exist yet. */
async function accountOf(
  identity: Identity,
  { userId, email }: { userId: string; email: string },
  context: CallContext,
): Promise<UserRow | undefined> {
  const user = await findUser(identity.db, userId);
  if (user) return user;
  await identity.views.reached(await registerUser(identity, { userId, email }, context));
  return findUser(identity.db, userId);
}

async function completeSignIn(
  identity: Identity,
  user: UserRow,
  approval: Omit<NewSignIn, 'tokenHash'>,
  { tokenHash, replaces }: Input,
  context: CallContext,
) {
  const { pool, store, bus, views, now } = identity;
  const at = now();
  if (!(await openSignIn(pool, { tokenHash, ...approval }, at))) throw refusal('invalid_credentials');
  const replaced = replaces && replaces !== tokenHash ? await endSignIn(pool, replaces) : null;
  if (replaced) announceEnd(bus, replaced);

  const signedIn = { type: 'UserSignedIn', data: { userId: user.user_id } } as const;
  const recorded = { ...withoutActorName(context), actor: { userId: user.user_id, name: '' } };
  const done = await store.append(signInsStream(user.user_id), 'any', [{ event: signedIn, occurredAt: at }], recorded);
  // Only the last sign-in time depends on the views, which is no reason to keep anybody out.
  if (done.status !== 'conflict') await views.reached(done.position).catch(unlessBehind);
  return toSignedInUser((await findUser(identity.db, user.user_id)) ?? user);
}

function unlessBehind(error: unknown): void {
  if (!(error instanceof DomainError) || error.code !== 'views_behind') throw error;
}
