import type { CallContext } from '@repairline/contracts/call';
import { stateAfter } from '@repairline/event-store/decider';
import { handleCommand } from '@repairline/event-store/handle-command';
import { accessOf, STAFF_STREAM, type StaffEvent, type StaffState } from '../domain/staff';
import { staffDecider } from '../domain/staff.decider';
import { userStream } from '../domain/user';
import { userDecider } from '../domain/user.decider';
import { withoutActorName, type Identity } from '../identity';

/** Makes a pending account if there is none yet, or none any more. @returns the position at which views show it */
export async function registerUser(
  identity: Identity,
  { userId, email }: { userId: string; email: string },
  context: CallContext,
): Promise<number> {
  const { store } = identity;
  const recorded = withoutActorName(context);
  if (accessOf(await readStaff(identity), userId).standing === 'removed') {
    const registerAgain = handleCommand(store, staffDecider);
    return (await registerAgain(STAFF_STREAM, { type: 'RegisterAgain', userId, email }, recorded)).position;
  }
  const register = handleCommand(store, userDecider);
  return (await register(userStream(userId), { type: 'RegisterUser', userId, email }, recorded)).position;
}

/** Access and roles according to the log, whatever the list of users shows. */
export async function readStaff({ store }: Pick<Identity, 'store'>): Promise<StaffState> {
  const decided = await store.readStream<StaffEvent>(STAFF_STREAM);
  return stateAfter(
    staffDecider,
    decided.map(({ event }) => event),
  );
}
