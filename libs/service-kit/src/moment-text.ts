/**
 * ISO 8601 in UTC to the millisecond, of a timestamptz as PostgreSQL writes it: `2026-11-20 08:15:30.123456+00`. `Date`
 * takes ten times as long to read that text as it stands, which was a third of the time of a page of 200 devices.
 */
export function isoMoment(text: string): string {
  const isPlain = text.endsWith('+00') && text.length >= 22 && text.length <= 29;
  if (!isPlain) return new Date(text).toISOString();
  const milliseconds = text.slice(20, Math.min(text.length - 3, 23)).padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}
