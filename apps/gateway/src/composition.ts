import type { NatsConnection } from 'nats';
import { busHealth, connectBus } from '@repairline/messaging/bus';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { openCallClient } from '@repairline/messaging/calls/open-call-client';
import type { Logger } from '@repairline/service-kit/logger';
import { Health } from '@repairline/service-kit/monitoring/health';
import { openSecurityLog } from '@repairline/service-kit/security-log';
import { Cookies } from './auth/cookies';
import { keyFor } from './auth/tokens';
import { isBehindHttps, type Config } from './config';
import { RememberedAnswers } from './idempotency/remembered-answers';
import { reachability } from './routes/status';
import { SecurityLog } from './security/security-log';

export const CONFIG = Symbol('config');
export const LOGGER = Symbol('logger');
export const BUS = Symbol('bus');
export const COOKIES = Symbol('cookies');

export interface Resources {
  config: Config;
  logger: Logger;
  calls: CallClient;
  bus: NatsConnection;
  cookies: Cookies;
  answers: RememberedAnswers;
  health: Health;
  security: SecurityLog;
  close: () => Promise<void>;
}

/** Opens everything the gateway works with: it has no store of its own, only the bus. */
export async function compose(config: Config, logger: Logger): Promise<Resources> {
  const security = new SecurityLog(openSecurityLog('gateway', config.SECURITY_LOG), config.SESSION_SECRET);
  const bus = await connectBus(config.NATS_EVENTS_URL, 'gateway', config.NATS_REPLICAS);
  const client = await openCallClient(config.NATS_CALLS_URL, 'gateway');
  const health = new Health();
  const answers = new RememberedAnswers(bus, keyFor('remembered answers', config.SESSION_SECRET), logger);
  health.register(
    'bus',
    busHealth(bus, () => answers.canBeStored()),
  );
  for (const [name, check] of reachability(client.calls)) health.register(name, check);
  return {
    config,
    logger,
    calls: client.calls,
    bus,
    cookies: new Cookies(isBehindHttps(config), config.SESSION_MAX_HOURS * 3_600_000),
    answers,
    health,
    security,
    close: async () => {
      await client.close();
      await bus.close();
      security.close();
    },
  };
}
