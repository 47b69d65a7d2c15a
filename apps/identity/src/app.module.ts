import type { DynamicModule } from '@nestjs/common';
import { ChangeRole, DecideOnUser, RenameUser, SignIn, SignOut } from '@repairline/contracts/identity/commands';
import { Authenticate, GetPeople, ListTechnicians, ListUsers } from '@repairline/contracts/identity/queries';
import { ChangesSince } from '@repairline/contracts/live';
import { healthHandler } from '@repairline/messaging/health-call';
import { replayHandler } from '@repairline/messaging/replay';
import { answer, callController, type CallHandler } from '@repairline/messaging/serve-calls';
import type { Health } from '@repairline/service-kit/health';
import type { Logger } from '@repairline/service-kit/logger';
import { changeRole } from './commands/change-role';
import { decideOnUser } from './commands/decide-on-user';
import { renameUser } from './commands/rename-user';
import { signIn } from './commands/sign-in';
import { signOut } from './commands/sign-out';
import type { Identity } from './identity';
import { changesSince } from './notices';
import { publishUser } from './publishing';
import { authenticate } from './queries/authenticate';
import { allUsers, people, technicians } from './queries/people';

/** Every call that this service answers. */
export function identityHandlers(identity: Identity): CallHandler[] {
  const { store, views } = identity;
  return [
    answer(SignIn, (input, context) => signIn(identity, input, context)),
    answer(SignOut, (input, context) => signOut(identity, input, context)),
    answer(DecideOnUser, (input, context) => decideOnUser(identity, input, context)),
    answer(ChangeRole, (input, context) => changeRole(identity, input, context)),
    answer(RenameUser, (input, context) => renameUser(identity, input, context)),
    answer(Authenticate, (input) => authenticate(identity, input)),
    answer(ListUsers, (_, context) => allUsers(identity, context)),
    answer(ListTechnicians, (_, context) => technicians(identity, context)),
    answer(GetPeople, (input) => people(identity, input)),
    answer(ChangesSince('identity'), (input) => changesSince(store, views.position(), input)),
    replayHandler(store, 'identity', publishUser),
  ];
}

export function identityModule(identity: Identity, health: Health, logger: Logger): DynamicModule {
  class IdentityModule {}
  return {
    module: IdentityModule,
    controllers: [callController([...identityHandlers(identity), healthHandler('identity', health)], logger)],
  };
}
