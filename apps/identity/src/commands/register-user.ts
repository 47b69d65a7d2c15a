import type { CallContext } from '@repairline/contracts/call';
import { stateAfter } from '@repairline/event-store/decider';
import { handleCommand } from '@repairline/event-store/handle-command';
import { systemContext } from '@repairline/messaging/context';
import { ConfigurationError } from '@repairline/service-kit/configuration-error';
import { accessOf, approvedAdmins, STAFF_STREAM, type StaffEvent, type StaffState } from '../domain/staff';
import { staffDecider } from '../domain/staff.decider';
import { userStream } from '../domain/user';
import { userDecider } from '../domain/user.decider';
import { userIdOf, withoutActorName, type Identity } from '../identity';
import { replacePassword } from '../sign-ins/credentials';

/** Makes a pending account if there is none yet, or none any more. @returns the position at which views show it */
export async function registerUser(
  identity: Identity,
  { userId, email }: { userId: string; email: string },
  context: CallContext,
): Promise<number> {
  const { store } = identity;
  const recorded = withoutActorName(context);
  if (accessOf(await readStaff(identity), userId).status === 'removed') {
    const registerAgain = handleCommand(store, staffDecider);
    return (await registerAgain(STAFF_STREAM, { type: 'RegisterAgain', userId, email }, recorded)).position;
  }
  const register = handleCommand(store, userDecider);
  return (await register(userStream(userId), { type: 'RegisterUser', userId, email }, recorded)).position;
}

/**
 * Runs at every start and has no effect if an approved Admin exists. Each step may be repeated, so the next start
 * completes an interrupted one.
 * @throws if there is no Admin and no password was given
 */
export async function appointFirstAdmin(
  identity: Identity,
  { email, password }: { email: string; password: string | undefined },
): Promise<void> {
  const { store, pool, passwords, userIds } = identity;
  if (approvedAdmins(await readStaff(identity)).length > 0) return;
  if (password === undefined)
    throw new ConfigurationError('ADMIN_PASSWORD', 'is needed: there is no approved Admin yet');

  const context = systemContext();
  const userId = userIdOf(userIds, email);
  await registerUser(identity, { userId, email }, context);
  await replacePassword(pool, userId, await passwords.hash(password.normalize('NFKC')));
  const appoint = handleCommand(store, staffDecider);
  await appoint(STAFF_STREAM, { type: 'AppointFirstAdmin', userId }, withoutActorName(context));
}

/** Access and roles according to the log, whatever the list of users shows. */
export async function readStaff({ store }: Pick<Identity, 'store'>): Promise<StaffState> {
  const decided = await store.readStream<StaffEvent>(STAFF_STREAM);
  return stateAfter(
    staffDecider,
    decided.map(({ event }) => event),
  );
}
