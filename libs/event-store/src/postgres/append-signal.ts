import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { listen, type Channels, type Listener } from './log-listener';

/** Wakes followers of a log at once for appends of this process, and for those of others by listening. */
export function createAppendSignal(connectionString: string, channels: Channels) {
  const wakes = new Set<(upTo?: number) => void>();
  let listener: Listener | null = null;

  function send(upTo?: number): void {
    for (const wake of wakes) wake(upTo);
  }

  return {
    send,
    onSent(this: void, wake: (upTo?: number) => void) {
      wakes.add(wake);
      const onNotify = (_: string, position: string) => send(Number(position) || undefined);
      listener ??= listen(connectionString, channels, onNotify, { onConnected: () => send() });
      return async () => {
        wakes.delete(wake);
        if (wakes.size > 0) return;
        const last = listener;
        listener = null;
        await last?.stop();
      };
    },
  };
}

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
