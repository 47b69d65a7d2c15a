import { listen, type Channels, type Listener } from './log-listener';

/**
 * Wakes the followers of a log: at once for appends of this process, and for those of others over one shared listening
 * connection, held only while somebody follows.
 */
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
      const heard = (_: string, position: string) => send(Number(position) || undefined);
      listener ??= listen(connectionString, channels, heard, { onConnected: () => send() });
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
