/**
 * ISO 8601 in UTC to the millisecond, from a timestamptz as PostgreSQL writes it: `2026-11-20 08:15:30.123456+00`.
 * `Date` takes ten times as long to parse that text as it is, which was a third of the time of a page of 200 devices.
 */
export function isoMoment(text: string): string {
  if (!isPlain(text)) return new Date(text).toISOString();
  const milliseconds = text.slice(20, Math.min(text.length - 3, 23)).padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}

/** The same as a `Date`, computed from the digits: a long log is read row by row, and each row has two. */
export function momentOf(text: string): Date {
  if (!isPlain(text)) return new Date(text);
  // `Date.UTC` puts years before 100 into another century.
  if (text.startsWith('00')) return new Date(isoMoment(text));
  const seconds = twoDigits(text, 11) * 3_600 + twoDigits(text, 14) * 60 + twoDigits(text, 17);
  return new Date(startOfDay(text) + seconds * 1_000 + millisecondsOf(text));
}

let knownDay = 'none';
let knownStart = 0;

/** Remembers the last day: many consecutive rows of a log share it. */
function startOfDay(text: string): number {
  if (!text.startsWith(knownDay)) {
    knownDay = text.slice(0, 10);
    knownStart = Date.UTC(twoDigits(text, 0) * 100 + twoDigits(text, 2), twoDigits(text, 5) - 1, twoDigits(text, 8));
  }
  return knownStart;
}

function isPlain(text: string): boolean {
  return text.length >= 22 && text.length <= 29 && text[4] === '-' && text.endsWith('+00');
}

const ZERO = 48;
const digit = (text: string, at: number) => text.charCodeAt(at) - ZERO;
const twoDigits = (text: string, at: number) => digit(text, at) * 10 + digit(text, at + 1);

/** Reads as many decimals as there are, up to three, before the closing `+00`. */
function millisecondsOf(text: string): number {
  const decimals = text.length - 23;
  if (decimals <= 0) return 0;
  const tenths = digit(text, 20) * 100;
  if (decimals === 1) return tenths;
  const hundredths = tenths + digit(text, 21) * 10;
  return decimals === 2 ? hundredths : hundredths + digit(text, 22);
}

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
