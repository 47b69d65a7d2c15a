import * as calls from '@repairline/contracts/identity/calls';
import { ChangesSince } from '@repairline/contracts/live';
import { redacted } from '@repairline/event-store/event-store';
import { answer, type CallHandler } from '@repairline/messaging/calls/serve-calls';
import { changesShownSince } from '@repairline/messaging/notices/notices-of-events';
import { replayHandler } from '@repairline/messaging/publishing/replay';
import { changeRole, decideOnUser, removeUser, renameSelf, renameUser } from './commands/accounts';
import { createApiToken, ownApiTokens, revokeApiToken } from './commands/api-tokens';
import { changeOwnPassword, resetPassword } from './commands/passwords';
import { signIn } from './commands/sign-in';
import { endOwnOtherSignIns, endOwnSignIn, ownSignIns, signOut } from './commands/sign-out';
import { publish } from './event-registry';
import type { Identity } from './identity';
import { changesOf } from './notices';
import { authenticate, authenticateApiToken, people, technicians, users } from './queries/people';

/** Every call that this service answers. */
export function handlers(identity: Identity): CallHandler[] {
  const { store, views, pool } = identity;
  return [
    answer(calls.SignIn, (input, context) => signIn(identity, input, context)),
    answer(calls.SignOut, (input, context) => signOut(identity, input, context)),
    answer(calls.DecideOnUser, (input, context) => decideOnUser(identity, input, context)),
    answer(calls.EndSignIn, (input, context) => endOwnSignIn(identity, input, context)),
    answer(calls.EndOtherSignIns, (input, context) => endOwnOtherSignIns(identity, input, context)),
    answer(calls.ChangePassword, (input, context) => changeOwnPassword(identity, input, context)),
    answer(calls.ResetPassword, (input, context) => resetPassword(identity, input, context)),
    answer(calls.RemoveUser, (input, context) => removeUser(identity, input, context)),
    answer(calls.ChangeRole, (input, context) => changeRole(identity, input, context)),
    answer(calls.RenameUser, (input, context) => renameUser(identity, input, context)),
    answer(calls.RenameSelf, (input, context) => renameSelf(identity, input, context)),
    answer(calls.CreateApiToken, (input, context) => createApiToken(identity, input, context)),
    answer(calls.RevokeApiToken, (input, context) => revokeApiToken(identity, input, context)),
    answer(calls.Authenticate, (input) => authenticate(identity, input)),
    answer(calls.AuthenticateApiToken, (input) => authenticateApiToken(identity, input)),
    answer(calls.ListSignIns, (input, context) => ownSignIns(identity, input, context)),
    answer(calls.ListApiTokens, (_, context) => ownApiTokens(identity, context)),
    answer(calls.ListUsers, (input, context) => users(identity, input, context)),
    answer(calls.ListTechnicians, (input, context) => technicians(identity, input, context)),
    answer(calls.GetPeople, (input) => people(identity, input)),
    answer(ChangesSince('identity'), ({ after }) =>
      changesShownSince(store, views, async (batch) => changesOf(batch), after),
    ),
    replayHandler({ store: redacted(store), pool }, 'identity', publish),
  ];
}
