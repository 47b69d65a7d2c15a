import { listen, type Channels, type Listener } from './log-listener';

/** Wakes whoever follows a log, over one listening connection for all, which is held only while somebody does. */
export function createAlarm(connectionString: string, channels: Channels) {
  const wakes = new Set<() => void>();
  let listener: Listener | null = null;

  function ring(): void {
    for (const wake of wakes) wake();
  }

  return {
    onRing(this: void, wake: () => void) {
      wakes.add(wake);
      listener ??= listen(connectionString, channels, ring, { onConnected: ring });
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
