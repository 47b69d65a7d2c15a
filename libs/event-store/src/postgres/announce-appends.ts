import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';

/** Appends during this pause are announced together after it. */
const REST_MS = 5;

/**
 * Tells the other processes that follow this log up to which position there is something to read: the first time at
 * once, then at most every 5 ms. It uses a separate transaction, because transactions that notify wait for each other's
 * commits across all services on the server, and does not wait for the disk, because there is nothing to keep. A lost
 * announcement does no harm: followers poll every second anyway.
 */
export function createAnnouncer(pool: Pool): (position: number) => void {
  const text = `SELECT set_config('synchronous_commit', 'off', true), pg_notify(current_schema() || '_log', $1)`;
  let newest = 0;
  let told = 0;
  let isTelling = false;

  async function tell(): Promise<void> {
    isTelling = true;
    while (told < newest) {
      told = newest;
      await pool.query({ name: 'announce_appends', text, values: [String(told)] }).catch(() => undefined);
      await pause(REST_MS, undefined, { ref: false });
    }
    isTelling = false;
  }

  return (position) => {
    newest = Math.max(newest, position);
    if (!isTelling) void tell();
  };
}
