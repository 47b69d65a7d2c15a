import { setTimeout as pause } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { tcpKeepAlive } from '@repairline/postgres/pg-client';

/** Names, or what derives them from the connection's schema. */
export type Channels = readonly string[] | ((schema: string) => readonly string[]);

export interface ListenHooks {
  /** Listening from now on. Earlier notifications are lost: check for what they would have told. */
  onConnected?(): void;
  onDisconnected?(): void;
}

export interface Listener {
  stop(): Promise<void>;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
const CONNECT_TIMEOUT_MS = 5_000;
const GOODBYE_MS = 1_000;

/** Reconnects when the connection breaks. Notifications sent meanwhile never arrive, so whoever needs them also polls. */
export function listen(
  connectionString: string,
  channels: Channels,
  onNotify: (channel: string, payload: string) => void,
  hooks: ListenHooks = {},
): Listener {
  const stopping = new AbortController();
  let failures = 0;

  async function hold(): Promise<void> {
    const client = newClient(connectionString);
    const broken = new Promise<void>((resolve) => client.once('end', resolve));
    const stopped = whenAborted(stopping.signal);
    client.on('error', () => undefined);
    client.on('notification', ({ channel, payload = '' }) => onNotify(channel, payload));
    let connected = false;
    try {
      await client.connect();
      for (const channel of await channelNames(client, channels)) {
        await client.query(`LISTEN ${escapeIdentifier(channel)}`);
      }
      connected = true;
      failures = 0;
      hooks.onConnected?.();
      await Promise.race([broken, stopped.promise]);
    } finally {
      stopped.forget();
      if (connected) hooks.onDisconnected?.();
      await endSoon(client);
    }
  }

  async function holdOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      await hold().catch(() => undefined);
      failures += 1;
      const ms = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
      await pause(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const holding = holdOn();
  return {
    async stop() {
      stopping.abort();
      await holding;
    },
  };
}

function newClient(connectionString: string): Client {
  return new Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...tcpKeepAlive,
    application_name: 'log-listener',
  });
}

/** A server that has vanished must not delay the shutdown. */
async function endSoon(client: Client): Promise<void> {
  const goodbye = new AbortController();
  const waited = pause(GOODBYE_MS, undefined, { signal: goodbye.signal }).catch(() => undefined);
  await Promise.race([client.end().catch(() => undefined), waited]);
  goodbye.abort();
}

async function channelNames(client: Client, channels: Channels): Promise<readonly string[]> {
  if (typeof channels !== 'function') return channels;
  const answer = await client.query<{ schema: string }>('SELECT current_schema() AS schema');
  return channels(answer.rows[0]?.schema ?? 'public');
}

function whenAborted(signal: AbortSignal) {
  let forget = () => undefined as void;
  const promise = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    const onAbort = () => resolve();
    signal.addEventListener('abort', onAbort, { once: true });
    forget = () => signal.removeEventListener('abort', onAbort);
  });
  return { promise, forget };
}
