import type { DynamicModule } from '@nestjs/common';
import * as commands from '@repairline/contracts/identity/commands';
import * as queries from '@repairline/contracts/identity/queries';
import { ChangesSince } from '@repairline/contracts/live';
import { redacted } from '@repairline/event-store/event-store';
import { healthHandler } from '@repairline/messaging/calls/health-call';
import { answer, callController, type CallHandler } from '@repairline/messaging/calls/serve-calls';
import { standingHandler } from '@repairline/messaging/calls/standing-call';
import { changesShownSince } from '@repairline/messaging/notices/notices-of-events';
import { replayHandler } from '@repairline/messaging/publishing/replay';
import type { Logger } from '@repairline/service-kit/logger';
import { createApiToken, ownApiTokens, revokeApiToken } from './commands/api-tokens';
import { changeRole } from './commands/change-role';
import { decideOnUser, removeUser } from './commands/decide-on-user';
import { changeOwnPassword, resetPassword } from './commands/passwords';
import { renameUser } from './commands/rename-user';
import { signIn } from './commands/sign-in';
import { endSignIns, ownSignIns, signOut } from './commands/sign-out';
import type { OpenIdentity } from './composition';
import type { Identity } from './identity';
import { changesOf } from './notices';
import { publishUser } from './publishing';
import { authenticate, authenticateApiToken } from './queries/authenticate';
import { allUsers, people, technicians, techniciansByPage, usersByPage } from './queries/people';

/** Every call that this service answers. */
export function handlers(identity: Identity): CallHandler[] {
  const { store, views, pool } = identity;
  return [
    answer(commands.SignIn, (input, context) => signIn(identity, input, context)),
    answer(commands.SignOut, (input, context) => signOut(identity, input, context)),
    answer(commands.DecideOnUser, (input, context) => decideOnUser(identity, input, context)),
    answer(commands.EndSignIns, (input, context) => endSignIns(identity, input, context)),
    answer(commands.ChangePassword, (input, context) => changeOwnPassword(identity, input, context)),
    answer(commands.ResetPassword, (input, context) => resetPassword(identity, input, context)),
    answer(commands.RemoveUser, (input, context) => removeUser(identity, input, context)),
    answer(commands.ChangeRole, (input, context) => changeRole(identity, input, context)),
    answer(commands.RenameUser, (input, context) => renameUser(identity, input, context)),
    answer(commands.CreateApiToken, (input, context) => createApiToken(identity, input, context)),
    answer(commands.RevokeApiToken, (input, context) => revokeApiToken(identity, input, context)),
    answer(queries.Authenticate, (input) => authenticate(identity, input)),
    answer(queries.AuthenticateApiToken, (input) => authenticateApiToken(identity, input)),
    answer(queries.ListSignIns, (input, context) => ownSignIns(identity, input, context)),
    answer(queries.ListApiTokens, (_, context) => ownApiTokens(identity, context)),
    answer(queries.ListUsers, (_, context) => allUsers(identity, context)),
    answer(queries.ListTechnicians, (_, context) => technicians(identity, context)),
    answer(queries.ListUsersByPage, (input, context) => usersByPage(identity, input, context)),
    answer(queries.ListTechniciansByPage, (input, context) => techniciansByPage(identity, input, context)),
    answer(queries.GetPeople, (input) => people(identity, input)),
    answer(ChangesSince('identity'), ({ after }) =>
      changesShownSince(store, views, async (batch) => changesOf(batch), after),
    ),
    replayHandler({ store: redacted(store), pool }, 'identity', publishUser),
  ];
}

export function appModule(
  identity: Identity,
  { health, standing }: Pick<OpenIdentity, 'health' | 'standing'>,
  logger: Logger,
): DynamicModule {
  class AppModule {}
  const reports = [healthHandler('identity', health), standingHandler('identity', standing)];
  return {
    module: AppModule,
    controllers: [callController([...handlers(identity), ...reports], logger)],
  };
}
