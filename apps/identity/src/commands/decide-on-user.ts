import type { CallContext, CallOutput, ParsedInput } from '@repairline/contracts/call';
import type { DecideOnUser } from '@repairline/contracts/identity/commands';
import { handleCommand } from '@repairline/event-store/handle-command';
import { requireAdmin } from '@repairline/messaging/context';
import { userNotFound } from '../domain/refusals';
import { accessOf, STAFF_STREAM } from '../domain/staff';
import { staffDecider } from '../domain/staff.decider';
import { withoutActorName, type Identity } from '../identity';
import { announceEnd } from '../sign-ins/announce';
import { endSignInsOf } from '../sign-ins/sign-ins';
import { findUser } from '../views/users';
import { revokeApiTokensOf } from './api-tokens';
import { requirePerson } from './require-person';
import { shownAccount } from './shown-account';

/**
 * Taking approval away ends the user's sign-ins and tokens before the answer, and again if the call is repeated, unless
 * somebody has approved the user since.
 */
export async function decideOnUser(
  identity: Identity,
  { userId, approved }: ParsedInput<typeof DecideOnUser>,
  context: CallContext,
): Promise<CallOutput<typeof DecideOnUser>> {
  requireAdmin(context);
  const { userId: by } = requirePerson(context);
  const { store, db, pool, bus } = identity;
  if (!(await findUser(db, userId))) throw userNotFound();
  const decide = handleCommand(store, staffDecider);
  const done = await decide(STAFF_STREAM, { type: 'DecideOnUser', userId, by, approved }, withoutActorName(context));
  if (!approved && accessOf(done.state, userId).standing !== 'approved') {
    await endSignInsOf(pool, userId);
    await revokeApiTokensOf(identity, userId, context);
    announceEnd(bus, { userId, tokenHash: null });
  }
  return shownAccount(identity, userId, done.position);
}
