import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase, SERVICES } from '../../shared/service-log.mjs';

const require = createRequire(import.meta.url);
const PATIENCE_MS = 60_000;
const UNDEFINED_TABLE = '42P01';
const LOCK_NOT_AVAILABLE = '55P03';
/** Views belong to their service's role; it may maintain the table of keys as well, if the server knows that right. */
const OWN_TABLES = `select format('%I', relname) as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind = 'r' and (relowner = current_user::regrole
    or case when current_setting('server_version_num')::integer >= 170000 then has_table_privilege(oid, 'MAINTAIN') end)
  order by pg_relation_size(oid)`;

/**
 * Writes the services' tables into new files. In the old ones the rows from before an erasure would stay until their
 * space is used again, which a plain VACUUM only allows. Nobody can read a table while it is written.
 */
export async function writeTablesAnew(product) {
  const { createPool } = require('@repairline/postgres/pool');
  for (const service of SERVICES) {
    const { databaseUrl, pool: unused } = openDatabase(product, service);
    await unused.end();
    const pool = createPool(databaseUrl, 'erasure', 1, { pipeline: false, silenceMs: null });
    try {
      const client = await pool.connect();
      try {
        await client.query("set statement_timeout = 0; set lock_timeout = '2s'");
        for (const { name } of (await client.query(OWN_TABLES)).rows) await writeAnew(client, service, name);
      } finally {
        client.release(true);
      }
    } finally {
      await pool.end();
    }
  }
}

/**
 * Rows that a transaction under way may still read would be taken along: tries until there are none. It does not wait
 * long for a table that somebody else reads, since everybody would wait behind it.
 */
async function writeAnew(client, service, table) {
  for (const deadline = Date.now() + PATIENCE_MS; !(await isWrittenAnew(client, table)); await pause(500)) {
    if (Date.now() > deadline)
      throw new Error(
        `The file of ${service}.${table} still holds what was erased: something has been reading the database for more than a minute. Once it has ended, repeat the command with the devices' numbers.`,
      );
  }
}

async function isWrittenAnew(client, table) {
  let taken = 0;
  const hear = ({ detail }) => (taken += Number(/^\d+/.exec(detail ?? '')?.[0] ?? 0));
  client.on('notice', hear);
  try {
    await client.query(`vacuum (full, analyze, verbose) ${table}`);
    return taken === 0;
  } catch (error) {
    // A rebuild has put another table in its place, which is made from what the log still tells.
    if (error.code === UNDEFINED_TABLE) return true;
    if (error.code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  } finally {
    client.off('notice', hear);
  }
}
