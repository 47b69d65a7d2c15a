import type { ConnectionOptions } from 'nats';

const PLAIN_NAME = /^[\w-]+$/u;

/**
 * Connection options from an address `nats://[user:password@|token@]host:port[,host:port…]`. Replies come to an inbox
 * under the user's name, so that other users can be kept out of it. The connection is retried forever: the bus may
 * start after the service, and may go away and come back.
 */
export function natsOptions(url: string, name: string): ConnectionOptions {
  const [first = '', ...others] = url.split(',');
  const address = new URL(first.includes('://') ? first : `nats://${first}`);
  const { username, password } = address;
  const credentials = password
    ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
    : username
      ? { token: decodeURIComponent(username) }
      : {};
  return {
    name,
    servers: [address.host, ...others.map((other) => other.replace(/^nats:\/\//u, ''))],
    ...credentials,
    ...(PLAIN_NAME.test(username) && password && { inboxPrefix: `_INBOX.${username}` }),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    waitOnFirstConnect: true,
    // Otherwise each request captures its caller's stack, for an error that hardly ever comes.
    noAsyncTraces: true,
  };
}
