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
