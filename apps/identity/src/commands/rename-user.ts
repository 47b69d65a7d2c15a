import { refusal } from '@repairline/contracts/domain-error';
import type { CallContext, CallOutput, ParsedInput } from '@repairline/contracts/call';
import type { RenameSelf, RenameUser } from '@repairline/contracts/identity/calls';
import { handleCommand } from '@repairline/event-store/handle-command';
import { requireActor, requireAdmin } from '@repairline/messaging/context';
import { readAsEmail, readsAsAnothersEmail } from '../domain/account-rules';
import { userStream } from '../domain/user';
import { userDecider } from '../domain/user.decider';
import { withoutActorName, type Identity } from '../identity';
import { findUser, isEmailOfAnother } from '../views/users';
import { shownAccount } from './shown-account';

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
