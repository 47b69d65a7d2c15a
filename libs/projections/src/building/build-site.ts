import { setTimeout as delay } from 'node:timers/promises';
import { escapeIdentifier, type Pool, type PoolClient } from 'pg';
import { createPool } from '@repairline/postgres/pool';
import { inTransactionOn } from '@repairline/postgres/transaction';

const LOOK_AGAIN_MS = 500;

export type InTransaction = <Result>(work: (tx: PoolClient) => Promise<Result>) => Promise<Result>;

/** Where a view's table is built, apart from the live one. */
export interface BuildSite {
  /** The schema of the table being built. */
  schema: string;
  /** Runs a transaction in which unqualified names mean the tables being built, or else the live ones. */
  transact: InTransaction;
  /** The same, in one snapshot that all its reads share. */
  inSnapshot: InTransaction;
  close(): Promise<void>;
}

/**
 * Opens the schema `<service>_rebuild`, for one builder per service at a time. Lock and transactions share a
 * connection, so a builder that loses the lock can write nothing more. The schema is empty then, and again when the
 * site is closed: what a half-built table holds would outlast an erasure.
 * @returns null if somebody else is building there
 */
export async function openBuildSite(databaseUrl: string, service: string): Promise<BuildSite | null> {
  const { client, ...site } = await openSite(databaseUrl, service, `${service}_rebuild`);
  const isMine = await lockSite(client, service).catch(async (error: unknown) => {
    await site.close();
    throw error;
  });
  if (!isMine) {
    await site.close();
    return null;
  }
  const close = async () => {
    // Without the connection nothing can be dropped; the next to open the site does it.
    await dropTables(client, site.schema).catch(() => undefined);
    await site.close();
  };
  return { ...site, close };
}

/** Drops what a builder has left that was interrupted, unless somebody is building there now. */
export async function emptyBuildSite(databaseUrl: string, service: string): Promise<void> {
  await (await openBuildSite(databaseUrl, service))?.close();
}

/** Opens the site as soon as nobody else builds there. @throws if the signal is aborted first */
export async function waitForBuildSite(databaseUrl: string, service: string, signal: AbortSignal): Promise<BuildSite> {
  for (;;) {
    signal.throwIfAborted();
    const site = await openBuildSite(databaseUrl, service);
    if (site) return site;
    await delay(LOOK_AGAIN_MS, undefined, { signal });
  }
}

/** A site in the temporary tables of one connection: nothing of them remains when it ends, however it ends. */
export function openScratchSite(databaseUrl: string, service: string): Promise<BuildSite> {
  return openSite(databaseUrl, service, 'pg_temp');
}

async function openSite(
  databaseUrl: string,
  service: string,
  schema: string,
): Promise<BuildSite & { client: PoolClient }> {
  const pool = createPool(databaseUrl, `builder of ${service}`, 1, { pipeline: false, silenceMs: null });
  try {
    const client = await pool.connect();
    // Indexes of a large table take longer than the time limit of a statement.
    await client.query('set statement_timeout = 0');
    const path = [schema, service, 'public'].map(escapeIdentifier).join(', ');
    const begun = (begin: string) => {
      return <Result>(work: (tx: PoolClient) => Promise<Result>) =>
        inTransactionOn(client, begin, async (tx) => {
          await tx.query(`set local search_path = ${path}`);
          return work(tx);
        });
    };
    const close = () => closeSite(pool, client);
    const transact = begun('begin');
    return { schema, client, transact, inSnapshot: begun('begin isolation level repeatable read'), close };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

async function closeSite(pool: Pool, client: PoolClient): Promise<void> {
  client.release(true);
  await pool.end();
}

async function lockSite(client: PoolClient, service: string): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>(
    "select pg_try_advisory_lock(hashtextextended($1 || ':build', 0)) as mine",
    [service],
  );
  const isMine = rows[0]?.mine === true;
  if (isMine) await dropTables(client, `${service}_rebuild`);
  return isMine;
}

async function dropTables(client: PoolClient, schema: string): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    "select format('%I.%I', schemaname, tablename) as table from pg_tables where schemaname = $1",
    [schema],
  );
  if (rows.length > 0) await client.query(`drop table ${rows.map(({ table }) => table).join(', ')}`);
}
