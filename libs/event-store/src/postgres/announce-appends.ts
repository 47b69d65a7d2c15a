import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';

const PAUSE_MS = 20;

/**
 * Notifies other processes of the newest position, in a transaction of its own: transactions that notify wait for each
 * other's commits, across all databases of the server. A lost notification does no harm, since followers poll as well.
 */
export function createAnnouncer(pool: Pool): (position: number) => void {
  const text = `SELECT set_config('synchronous_commit', 'off', true), pg_notify(current_schema() || '_log', $1)`;
  let newest = 0;
  let announced = 0;
  let isAnnouncing = false;

  async function announcePending(): Promise<void> {
    isAnnouncing = true;
    while (announced < newest) {
      announced = newest;
      await pool.query({ name: 'announce_appends', text, values: [String(announced)] }).catch(() => undefined);
      await pause(PAUSE_MS, undefined, { ref: false });
    }
    isAnnouncing = false;
  }

  return (position) => {
    newest = Math.max(newest, position);
    if (!isAnnouncing) void announcePending();
  };
}
