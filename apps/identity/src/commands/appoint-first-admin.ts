import { handleCommand } from '@repairline/event-store/handle-command';
import { systemContext } from '@repairline/messaging/context';
import { ConfigurationError } from '@repairline/service-kit/configuration-error';
import { approvedAdmins, STAFF_STREAM } from '../domain/staff';
import { staffDecider } from '../domain/staff.decider';
import { withoutActorName, userIdOf, type Identity } from '../identity';
import { replacePassword } from '../sign-ins/credentials';
import { readStaff } from './register-user';
import { registerUser } from './register-user';

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
