import { Pool, types, type CustomTypesConfig } from 'pg';

const TIMESTAMPTZ = 1184;
const INT8 = 20;

// Rows of read models are JSON: moments are ISO 8601 strings in UTC, counts are numbers.
const asJson: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === TIMESTAMPTZ) return (text: string) => new Date(text).toISOString();
    if (oid === INT8) return Number;
    return types.getTypeParser(oid, format) as (text: string) => unknown;
  },
};

/** A pool whose rows carry timestamptz as ISO strings and int8 as numbers. `name` shows in pg_stat_activity. */
export function createPool(url: string, name: string, max = 10): Pool {
  const pool = new Pool({
    connectionString: url,
    application_name: name,
    max,
    types: asJson,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  return pool;
}
