import { setTimeout as delay } from 'node:timers/promises';
import type { Client, Pool } from 'pg';
import { keptAlive } from './kept-alive';
import type { Logger } from './logger';
import { PromisingClient } from './promising-client';

const RETRY_MS = 500;
const CONNECT_TIMEOUT_MS = 5_000;
/** Nothing that is asked on the lock's connection takes time. */
const SILENCE_MS = 10_000;

export interface Candidacy {
  /** Gives up the lead, after `lead` has ended, or the wait for it. */
  stop(): Promise<void>;
}

/**
 * Runs `lead` in one replica at a time: who holds the session-level advisory lock `<schema>:<role>`. The signal is
 * aborted when the lock's connection breaks or on stop; `lead` must then end. A holder that does not notice in time is kept
 * from writing by the fences of what it writes to (a checkpoint that moved), never by this lock alone.
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
      const term = new AbortController();
      const end = () => term.abort();
      stopped.signal.addEventListener('abort', end);
      connection = new PromisingClient({
        connectionString: databaseUrl,
        application_name: nameOf(role),
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        silenceMs: SILENCE_MS,
        ...keptAlive,
      });
      connection.on('error', end).on('end', end);
      try {
        await connection.connect();
        if (await takeLock(connection, role, term.signal)) await lead(term.signal);
      } catch (error) {
        if (!stopped.signal.aborted)
          logger.warn({ err: error, role }, 'what this replica leads has failed and begins again');
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
      // A server that does not answer, and a lead that takes its time, are not waited for: others may have the lock.
      const impatient = setInterval(() => leading && void connection?.end().catch(() => undefined), 1_000);
      await running.finally(() => clearInterval(impatient));
    },
  };
}

/**
 * Asks for the lock until it is there. Waiting for it in one statement would be a snapshot as old as the wait: for as long as a
 * second replica stands by, PostgreSQL could clean up nothing that changed since, in no table of the database.
 * @returns false where the term is over first
 */
async function takeLock(connection: Client, role: string, signal: AbortSignal): Promise<boolean> {
  const name = 'take the lead';
  const text = "select pg_try_advisory_lock(hashtextextended(current_schema() || ':' || $1, 0)) as mine";
  while (!signal.aborted) {
    const { rows } = await connection.query<{ mine: boolean }>({ name, text, values: [role] });
    if (rows[0]?.mine) return !signal.aborted;
    await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
  return false;
}

/**
 * Ends the term of whoever leads in this service, so that the next begins with what is stored now. Whether the same
 * replica takes the lead again is left open.
 */
export async function recallLeader(db: Pick<Pool, 'query'>, role: string): Promise<void> {
  await db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = $1 and datname = current_database() and usename = current_user`,
    [nameOf(role)],
  );
}

const nameOf = (role: string): string => `leader ${role}`;
