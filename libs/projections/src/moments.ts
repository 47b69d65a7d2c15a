const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * A told moment, in UTC, as PostgreSQL takes it: it knows neither a year 0 nor an offset of 16 hours. One from beyond the years
 * 1 to 9999 becomes the first or the last of them, which changes no comparison: nothing is stored from there.
 */
export function comparableMoment(told: string): string {
  return new Date(Math.min(LAST, Math.max(FIRST, Date.parse(told)))).toISOString();
}
