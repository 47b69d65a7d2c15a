import { setTimeout as delay } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import { keptAlive } from './kept-alive';
import type { Logger } from './logger';

const RETRY_MS = 500;
const CONNECT_TIMEOUT_MS = 5_000;

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
      connection = new Client({
        connectionString: databaseUrl,
        application_name: nameOf(role),
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        ...keptAlive,
      });
      connection.on('error', end).on('end', end);
      try {
        await connection.connect();
        await connection.query("select pg_advisory_lock(hashtextextended(current_schema() || ':' || $1, 0))", [role]);
        if (!term.signal.aborted) await lead(term.signal);
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
      // Waiting for the lock is one blocking query; ending its connection is what interrupts it.
      const impatient = setInterval(() => leading && void connection?.end().catch(() => undefined), 1_000);
      await running.finally(() => clearInterval(impatient));
    },
  };
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
