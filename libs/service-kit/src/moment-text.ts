/**
 * ISO 8601 in UTC to the millisecond, of a timestamptz as PostgreSQL writes it: `2026-11-20 08:15:30.123456+00`. `Date`
 * takes ten times as long to read that text as it stands, which was a third of the time of a page of 200 devices.
 */
export function isoMoment(text: string): string {
  if (!isPlain(text)) return new Date(text).toISOString();
  const milliseconds = text.slice(20, Math.min(text.length - 3, 23)).padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}

/** The same as a `Date`, from the digits: a long log is read a row at a time, and each row has two. */
export function momentOf(text: string): Date {
  if (!isPlain(text)) return new Date(text);
  const year = numberAt(text, 0, 4);
  // Before the year 100 `Date.UTC` takes another century for meant.
  if (year < 100) return new Date(isoMoment(text));
  const decimals = Math.min(text.length - 23, 3);
  const milliseconds = decimals > 0 ? numberAt(text, 20, decimals) * 10 ** (3 - decimals) : 0;
  const day = Date.UTC(year, numberAt(text, 5, 2) - 1, numberAt(text, 8, 2));
  const seconds = numberAt(text, 11, 2) * 3_600 + numberAt(text, 14, 2) * 60 + numberAt(text, 17, 2);
  return new Date(day + seconds * 1_000 + milliseconds);
}

function isPlain(text: string): boolean {
  return text.length >= 22 && text.length <= 29 && text[4] === '-' && text.endsWith('+00');
}

const ZERO = 48;

function numberAt(text: string, first: number, digits: number): number {
  let number = 0;
  for (let at = first; at < first + digits; at += 1) number = number * 10 + text.charCodeAt(at) - ZERO;
  return number;
}
