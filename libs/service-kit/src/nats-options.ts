import type { ConnectionOptions } from 'nats';

/**
 * Connection options from an address `nats://[user:password@|token@]host:port[,host:port…]`.
 * The connection is retried for ever: the bus may start after the service, and may go away and come back.
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
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    waitOnFirstConnect: true,
  };
}
