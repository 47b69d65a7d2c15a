import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@repairline/postgres/transaction';
import { tooManyAttempts } from '../domain/account-rules';
import type { KeyedHash } from './keyed-hash';

export interface Attempt {
  email: string;
  password: string;
  /** The origin of the attempt, as reported by the gateway. */
  client: string;
  /** A browser in which this address has signed in before. */
  browser: string | null;
  commandId: string;
}

export interface Throttle {
  /**
   * Counts an attempt before it is checked. One from a browser in which the address has signed in before counts for
   * that browser alone: no stranger can make it wait.
   * @returns a function that takes the attempt off the count, for one that turns out right
   * @throws {DomainError} too_many_attempts
   */
  admit(attempt: Attempt): Promise<() => Promise<void>>;
  /** Counts a new pending account. @throws {DomainError} too_many_attempts */
  admitRegistration(client: string): Promise<void>;
}

/** A leaky bucket: it admits `burst` at once and then as many as leak out, `perHour`. */
interface Limit {
  name: string;
  burst: number;
  perHour: number;
}

export const LIMITS = {
  address: { name: 'address', burst: 10, perHour: 60 },
  // A whole school may share one network address; right passwords do not count.
  client: { name: 'client', burst: 100, perHour: 600 },
  browser: { name: 'browser', burst: 10, perHour: 60 },
  registrationsOfClient: { name: 'registrations of client', burst: 20, perHour: 20 },
  registrations: { name: 'registrations', burst: 200, perHour: 200 },
} as const satisfies Record<string, Limit>;

interface Bucket extends Limit {
  key: string;
}

/** How many retries of the very same attempt (same command, client, address and password) are free. */
const FREE_RETRIES = 2;

/** Counts in the database, so that all replicas count together. */
export function createThrottle(pool: Pool, names: KeyedHash, now: () => Date): Throttle {
  const bucket = (limit: Limit, ...of: string[]): Bucket => ({ ...limit, key: names.hex(limit.name, ...of) });

  return {
    async admit({ email, password, client, browser, commandId }) {
      const buckets =
        browser === null
          ? // In the order of their keys, so that concurrent attempts cannot deadlock.
            [bucket(LIMITS.address, email), bucket(LIMITS.client, client)].sort(byKey)
          : [bucket(LIMITS.browser, email, browser)];
      await resetFutureClock(pool, buckets, now());
      const fingerprint = names.hex('attempt', commandId, client, email, password);
      const isCounted = await inTransaction(pool, async (tx) => {
        if (await isFreeRetry(tx, fingerprint, now())) return false;
        for (const each of buckets) await addToBucket(tx, each, now());
        return true;
      });
      return async () => {
        if (isCounted) await removeFromBuckets(pool, buckets);
      };
    },
    async admitRegistration(client) {
      const buckets = [bucket(LIMITS.registrationsOfClient, client), bucket(LIMITS.registrations)].sort(byKey);
      await resetFutureClock(pool, buckets, now());
      await inTransaction(pool, async (tx) => {
        for (const each of buckets) await addToBucket(tx, each, now());
      });
    },
  };
}

async function isFreeRetry(tx: PoolClient, fingerprint: string, now: Date): Promise<boolean> {
  const { rows } = await tx.query<{ times: number }>(
    `insert into counted_attempts as counted (fingerprint, times, counted_at) values ($1, 0, $2)
     on conflict (fingerprint) do update set times = counted.times + 1 returning times`,
    [fingerprint, now],
  );
  const times = rows[0]?.times ?? 0;
  return times > 0 && times <= FREE_RETRIES;
}

/**
 * After a clock is set back, a full bucket would stay full until the clock catches up with `measured_at`; this resets
 * it. It runs outside the attempt's transaction, which a refusal rolls back. Replicas' clocks may differ by a minute.
 */
async function resetFutureClock(pool: Pool, buckets: readonly Bucket[], now: Date): Promise<void> {
  await updateInOrder(pool, buckets, 'measured_at = $2', `measured_at > $2::timestamptz + interval '1 minute'`, [now]);
}

async function addToBucket(tx: PoolClient, { key, burst, perHour }: Bucket, now: Date): Promise<void> {
  const perSecond = perHour / 3_600;
  const { rows } = await tx.query<{ level: number }>(
    `insert into throttles as t (key, level, measured_at) values ($1, 1, $2)
     on conflict (key) do update set measured_at = greatest(t.measured_at, excluded.measured_at),
       level = 1 + greatest(0, t.level - $3 * greatest(0, extract(epoch from excluded.measured_at - t.measured_at)))
     returning level`,
    [key, now, perSecond],
  );
  const excess = (rows[0]?.level ?? 1) - burst;
  // Thrown inside the transaction: a refused attempt leaves the buckets as they were.
  if (excess > 0) throw tooManyAttempts(Math.max(1, Math.ceil(excess / perSecond)));
}

async function removeFromBuckets(pool: Pool, buckets: readonly Bucket[]): Promise<void> {
  await updateInOrder(pool, buckets, 'level = greatest(0, level - 1)');
}

/** Locks the rows in the order in which `admit` does; an update by itself takes them as they lie in the table. */
async function updateInOrder(
  pool: Pool,
  buckets: readonly Bucket[],
  change: string,
  condition = 'true',
  values: readonly unknown[] = [],
): Promise<void> {
  await pool.query(
    `with locked as materialized (
       select key from throttles where key = any($1) and ${condition} order by key for update
     ) update throttles set ${change} from locked where throttles.key = locked.key`,
    [buckets.map(({ key }) => key), ...values],
  );
}

function byKey(one: Bucket, other: Bucket): number {
  return one.key < other.key ? -1 : 1;
}
