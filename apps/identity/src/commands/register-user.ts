import { handleCommand } from '@repairline/event-store/handle-command';
import type { CallContext } from '@repairline/contracts/call';
import { userDecider } from '../domain/user.decider';
import { userStream } from '../domain/user';
import { withoutActorName, type Identity } from '../identity';

/** Makes a pending account if there is none yet. @returns the position at which views show it */
export async function registerUser(
  { store }: Identity,
  { userId, email }: { userId: string; email: string },
  context: CallContext,
): Promise<number> {
  const register = handleCommand(store, userDecider);
  const done = await register(userStream(userId), { type: 'RegisterUser', userId, email }, withoutActorName(context));
  return done.position;
}
