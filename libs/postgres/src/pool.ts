import { Pool, types, type CustomTypesConfig, type PoolConfig } from 'pg';
import { isoMoment } from './moments';
import { PgClient, tcpKeepAlive, type PgClientConfig } from './pg-client';

const TIMESTAMPTZ = 1184;
const INT8 = 20;

// Rows of read models are JSON: timestamps are ISO 8601 strings in UTC, counts are numbers.
const asJson: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === TIMESTAMPTZ) return isoMoment;
    if (oid === INT8) return Number;
    return types.getTypeParser(oid, format) as (text: string) => unknown;
  },
};

const pools = new Map<Pool, string>();

/** This process's open pools, for its metrics. */
export function openPools(): { name: string; pool: Pool }[] {
  forgetEnded();
  return [...pools].map(([pool, name]) => ({ name, pool }));
}

/** A pool does not tell when it has ended. */
function forgetEnded(): void {
  for (const pool of pools.keys()) if (pool.ended) pools.delete(pool);
}

/** The time limit of a statement, and the silence after which a server counts as gone. */
const STATEMENT_MS = 30_000;
const SILENCE_MS = STATEMENT_MS + 10_000;

export interface PoolOptions {
  pipeline?: boolean;
  /** How long the server may leave everything unanswered while somebody waits, in ms. Null: forever. */
  silenceMs?: number | null;
}

/**
 * A pool whose rows carry timestamptz as ISO strings and int8 as numbers. `name` shows in pg_stat_activity. Concurrent
 * queries on one connection are pipelined, which COPY does not support: it needs a pool with `pipeline: false`.
 */
export function createPool(
  url: string,
  name: string,
  max = 10,
  { pipeline = true, silenceMs = SILENCE_MS }: PoolOptions = {},
): Pool {
  const options: PoolConfig & PgClientConfig = {
    ...tcpKeepAlive,
    connectionString: url,
    application_name: name,
    max,
    types: asJson,
    // A connection plans a statement when it first runs it: new connections slow down the first commands after a quiet
    // time.
    idleTimeoutMillis: 600_000,
    connectionTimeoutMillis: 5_000,
    statement_timeout: STATEMENT_MS,
    silenceMs,
    pipeline,
    Client: PgClient,
  };
  const pool = new Pool(options);
  // A broken connection fails the work on it, and the pool replaces it. Without a listener its error would end the
  // process: the pool listens only to idle connections, not to those in use.
  const heard = () => undefined;
  pool.on('error', heard).on('connect', (client) => client.on('error', heard));
  // Not only for a scrape, which many installations never ask for.
  forgetEnded();
  pools.set(pool, name);
  return pool;
}
