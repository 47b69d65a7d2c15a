import type { ClientConfig } from 'pg';

/**
 * For a connection to PostgreSQL: either end notices within 25 s that the other's machine has gone without a word, which
 * Linux leaves to itself for two hours. Else a replica that was cut off would keep its locks for as long, and one that
 * waits for a server that is gone would wait. https://www.postgresql.org/docs/current/runtime-config-connection.html
 */
export const keptAlive = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
} satisfies ClientConfig;
