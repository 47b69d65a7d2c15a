import type { NatsConnection } from 'nats';
import type { Pool } from 'pg';
import type { Logger } from '@repairline/service-kit/logger';
import { announceEnd, endExpiredSignIns, type SignInLimits } from './sign-ins';

const EVERY_MS = 60_000;
/** By then every bucket has long drained, and nobody retries an attempt that old. */
const FORGET_AFTER_MS = 24 * 3_600_000;

export interface HousekeepingOptions {
  pool: Pool;
  bus: NatsConnection;
  limits: SignInLimits;
  logger: Logger;
  now: () => Date;
}

/** Runs once a minute in every replica: running twice does no harm. @returns a function that stops it */
export function startHousekeeping(options: HousekeepingOptions): () => void {
  const timer = setInterval(() => {
    removeExpired(options).catch((error: unknown) =>
      options.logger.warn({ err: error }, 'expired sign-ins were not removed'),
    );
  }, EVERY_MS);
  return () => clearInterval(timer);
}

/** Removes what has expired, and closes the sockets of expired sign-ins. */
export async function removeExpired({ pool, bus, limits, now }: HousekeepingOptions): Promise<void> {
  for (const ended of await endExpiredSignIns(pool, limits, now())) announceEnd(bus, ended);
  const before = new Date(now().getTime() - FORGET_AFTER_MS);
  await pool.query('delete from throttles where measured_at < $1', [before]);
  await pool.query('delete from counted_attempts where counted_at < $1', [before]);
}
