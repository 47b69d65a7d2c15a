import type { ClientConfig } from 'pg';

/**
 * For connections to PostgreSQL: either end notices within 25 s that the other's machine has vanished, for which Linux
 * by itself takes two hours. For that long a replica that was cut off would keep its locks, and one whose server is
 * gone would wait. https://www.postgresql.org/docs/current/runtime-config-connection.html
 */
export const tcpKeepAlive = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
} satisfies ClientConfig;
