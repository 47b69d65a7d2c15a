import { setTimeout as delay } from 'node:timers/promises';
import type { Client, Pool } from 'pg';
import type { Logger } from '@repairline/service-kit/logger';
import { PgClient, tcpKeepAlive } from './pg-client';

const RETRY_MS = 500;
/** Much less than RETRY_MS: no candidate is faster. */
const RECALL_MS = 50;
const CONNECT_TIMEOUT_MS = 5_000;
/** Every query on the lock's connection is quick. */
const SILENCE_MS = 10_000;

export interface Candidacy {
  /** Gives up the lead once `lead` has ended, or stops waiting for it. */
  stop(): Promise<void>;
}

/**
 * Runs `lead` in one replica at a time: the one that holds the session-level advisory lock `<schema>:<role>`. The
 * signal is aborted when the lock's connection breaks or on stop; `lead` must then end. If it does not notice in time,
 * only the fences on what it writes (such as a checkpoint that has moved) keep it from writing, never this lock.
 */
export function whileLeader(
  databaseUrl: string,
  role: string,
  logger: Logger,
  lead: (signal: AbortSignal) => Promise<void>,
): Candidacy {
  const stopped = new AbortController();
  let connection: Client | undefined;
  const run = async () => {
    while (!stopped.signal.aborted) {
      const lease = new AbortController();
      const end = () => lease.abort();
      stopped.signal.addEventListener('abort', end);
      connection = new PgClient({
        connectionString: databaseUrl,
        application_name: nameOf(role),
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        silenceMs: SILENCE_MS,
        ...tcpKeepAlive,
      });
      connection.on('error', end).on('end', end);
      try {
        await connection.connect();
        if (await takeLock(connection, role, lease.signal)) await lead(lease.signal);
      } catch (error) {
        if (!stopped.signal.aborted)
          logger.warn({ err: error, role }, 'leading, or waiting to lead, failed; this replica tries again');
      } finally {
        stopped.signal.removeEventListener('abort', end);
        await connection.end().catch(() => undefined);
      }
      if (!stopped.signal.aborted) await delay(RETRY_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  };
  const running = run();
  let leading = true;
  void running.finally(() => (leading = false));
  return {
    async stop() {
      stopped.abort();
      // A server that does not answer, or a lead that takes its time, must not delay the release: other replicas wait
      // for the lock.
      const impatient = setInterval(() => leading && void connection?.end().catch(() => undefined), 1_000);
      await running.finally(() => clearInterval(impatient));
    },
  };
}

/**
 * Asks for the lock until it gets it. Waiting in one statement would hold a snapshot for the whole wait: as long as a
 * second replica stood by, PostgreSQL could clean up no row changed since, in any table of the database.
 * @returns false if the lease ends first
 */
async function takeLock(connection: Client, role: string, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    if (await tryLock(connection, role)) return !signal.aborted;
    await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
  return false;
}

async function tryLock(connection: Pick<Client, 'query'>, role: string): Promise<boolean> {
  const name = 'take the lead';
  const text = "select pg_try_advisory_lock(hashtextextended(current_schema() || ':' || $1, 0)) as mine";
  const { rows } = await connection.query<{ mine: boolean }>({ name, text, values: [role] });
  return rows[0]?.mine === true;
}

/** Runs the work while no replica leads in this service: it ends the current leader's lease and delays the next. */
export async function whileNobodyLeads<Result>(pool: Pool, role: string, work: () => Promise<Result>): Promise<Result> {
  const connection = await pool.connect();
  try {
    while (!(await tryLock(connection, role))) {
      await recallLeader(connection, role);
      await delay(RECALL_MS);
    }
    return await work();
  } finally {
    // The lock ends with the connection.
    connection.release(true);
  }
}

/**
 * Ends the current leader's lease in this service, so that the next one begins with what is stored now. The same replica
 * may take the lead again.
 */
export async function recallLeader(db: Pick<Client, 'query'>, role: string): Promise<void> {
  await db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = $1 and datname = current_database() and usename = current_user`,
    [nameOf(role)],
  );
}

/** Whether a replica of this service leads or waits to lead. A candidate is away for a moment between two leases. */
export async function hasCandidates(db: Pick<Client, 'query'>, role: string): Promise<boolean> {
  const text = `select from pg_stat_activity
    where application_name = $1 and datname = current_database() and usename = current_user`;
  return ((await db.query(text, [nameOf(role)])).rowCount ?? 0) > 0;
}

const nameOf = (role: string): string => `leader ${role}`;
