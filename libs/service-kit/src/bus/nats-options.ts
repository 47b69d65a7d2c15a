import type { ConnectionOptions } from 'nats';

const PLAIN_NAME = /^[\w-]+$/u;

/** How the address of the bus is written. */
export const BUS_ADDRESS = 'nats://[user:password@]host:4222, several servers separated by commas';

/** Whether each server of the address has a host; what a URL cannot hold as it is must be percent-encoded. */
export function isBusAddress(address: string): boolean {
  return serversOf(address).every(
    (server) => /^(nats|tls):\/\//u.test(server) && URL.canParse(server) && new URL(server).host !== '',
  );
}

/** The same servers, none of which is spoken to in plain text. */
export function encryptedBusAddress(address: string): string {
  return serversOf(address)
    .map((server) => server.replace(/^nats:/u, 'tls:'))
    .join(',');
}

/**
 * Connection options from an address `nats://[user:password@|token@]host:port[,host:port…]`; the first server's sign-in
 * counts for all; with `tls://` for one of them, none is spoken to in plain text. Replies come to an inbox under the user's name, so that other users can be kept out of it. The
 * connection is retried forever: the bus may start after the service, and may go away and come back.
 */
export function natsOptions(url: string, name: string): ConnectionOptions {
  const servers = serversOf(url).map((server) => new URL(server));
  const { username = '', password = '' } = servers[0] ?? {};
  const credentials = password
    ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
    : username
      ? { token: decodeURIComponent(username) }
      : {};
  return {
    name,
    servers: servers.map(({ host }) => host),
    ...credentials,
    ...(servers.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),
    ...(PLAIN_NAME.test(username) && password && { inboxPrefix: `_INBOX.${username}` }),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    waitOnFirstConnect: true,
    // Otherwise each request captures its caller's stack, for an error that hardly ever comes.
    noAsyncTraces: true,
  };
}

function serversOf(address: string): string[] {
  return address.split(',').map((server) => (server.includes('://') ? server : `nats://${server}`));
}
