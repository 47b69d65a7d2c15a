import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';

/** Appends during this pause are announced together after it. */
const REST_MS = 20;

/**
 * Tells the other processes that follow this log up to which position there is something to read: the first time at
 * once, then at most every 20 ms. It uses a separate transaction, because transactions that notify wait for each other's
 * commits across all services on the server, and does not wait for the disk, because there is nothing to keep. A lost
 * announcement does no harm: followers poll every second anyway.
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
      await pause(REST_MS, undefined, { ref: false });
    }
    isAnnouncing = false;
  }

  return (position) => {
    newest = Math.max(newest, position);
    if (!isAnnouncing) void announcePending();
  };
}
