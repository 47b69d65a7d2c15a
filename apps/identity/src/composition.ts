import type { IdentityEvent } from '@repairline/contracts/identity/events';
import { viewsOf } from '@repairline/projections/view';
import type { Logger } from '@repairline/service-kit/logger';
import { openLogService } from '@repairline/service/open-service';
import { appointFirstAdmin } from './commands/register-user';
import type { Config } from './config';
import { identityRegistry, publish } from './event-registry';
import { handlers } from './handlers';
import { userIdsWith, type Identity } from './identity';
import { changesOf } from './notices';
import { startHousekeeping } from './sign-ins/housekeeping';
import { keyedHash } from './sign-ins/keyed-hash';
import { createPasswords, type Passwords } from './sign-ins/passwords';
import { createThrottle } from './sign-ins/throttle';
import { usersView, type UsersTable } from './views/users';

/** What tests may replace. */
export interface Overrides {
  now?: () => Date;
  passwords?: Passwords;
}

/** Opens everything the service works with; `stop` closes it in reverse order. */
export async function compose(
  config: Config,
  logger: Logger,
  { now = () => new Date(), passwords = createPasswords() }: Overrides = {},
) {
  const { DATA_KEY: dataKey, SESSION_IDLE_HOURS: idleHours, SESSION_MAX_HOURS: maxHours } = config;
  const service = await openLogService<IdentityEvent, UsersTable>({
    ...{ service: 'identity', config, logger },
    registry: identityRegistry,
    views: viewsOf(usersView),
    notices: async (_db, batch, range) => [{ context: 'identity', ...range, changes: changesOf(batch) }],
    published: { publish },
  });
  const { store, views, pool, db, bus } = service;
  const limits = { idleHours, maxHours };
  const endHousekeeping = startHousekeeping({ pool, bus, limits, logger, now });
  service.run({ stop: async () => endHousekeeping() });
  const identity: Identity = {
    ...{ store, views, pool, db, bus, passwords, limits, now },
    throttle: createThrottle(pool, keyedHash(dataKey, 'throttle'), now),
    userIds: userIdsWith(dataKey),
    approvalCodes: keyedHash(dataKey, 'approval codes'),
    domains: config.SCHOOL_EMAIL_DOMAINS,
  };
  try {
    await appointFirstAdmin(identity, { email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD });
  } catch (error) {
    await service.stop();
    throw error;
  }
  return { ...service, identity, handlers: handlers(identity) };
}
