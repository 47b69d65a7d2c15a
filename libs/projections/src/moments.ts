const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * A timestamp given by a client, as ISO 8601 in UTC that PostgreSQL accepts; PostgreSQL knows neither a year 0 nor an
 * offset of 16 hours. A time outside the years 1 to 9999 becomes the first or last moment of them, which changes no
 * comparison: nothing stored lies out there.
 */
export function comparableMoment(told: string): string {
  return new Date(Math.min(LAST, Math.max(FIRST, Date.parse(told)))).toISOString();
}
