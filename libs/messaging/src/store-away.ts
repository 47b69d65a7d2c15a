/** pg's messages for a lost connection, which have no code. */
const LOST = /^(Connection terminated|Client (was closed|has encountered)|timeout exceeded|Query read timeout)/u;

/**
 * Codes of the operating system and PostgreSQL's classes 08 (connection), 53 (no room, memory or connection left), 57P
 * (shutting down or starting), 58 (disk). https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const AWAY = /^(08|53|57P|58|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)/u;
/** A server that is stopped cancels the calls under way; one that refuses access does so whatever it is asked. */
const EVENTSTOREDB_AWAY: ReadonlySet<unknown> = new Set([
  'unavailable',
  'deadline-exceeded',
  'timeout',
  'cancelled',
  'not-leader',
  'access-denied',
  'another-log',
]);

const isLostConnection = (error: Error): boolean => LOST.test(error.message);

/**
 * Whether the service's database or EventStoreDB is unavailable, as opposed to refusing what was asked of it; also if the
 * EventStoreDB that answers is not the right one or refuses access.
 */
export function isStoreAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, type } = error as { code?: unknown; type?: unknown };
  if (typeof code === 'string') return AWAY.test(code);
  return EVENTSTOREDB_AWAY.has(type) || isLostConnection(error);
}
