// Days and weeks as the district counts them, from the time zone data of the platform.

export interface Stretch {
  /** Included. */
  from: Date;
  /** Not included. */
  to: Date;
}

const MINUTE = 60_000;
const MOST_OFFSET_MINUTES = 15 * 60;
const formats = new Map<string, Intl.DateTimeFormat>();

/** The day of a moment in the zone, yyyy-MM-dd. */
export function dayIn(timeZone: string, at: Date): string {
  return isoIn(timeZone, at).slice(0, 10);
}

/** A moment as the zone's clocks show it, with their offset: 2026-01-05T09:30:00-06:00. */
export function isoIn(timeZone: string, at: Date): string {
  const local = localTime(timeZone, at);
  const offset = Math.round((local.getTime() - Math.floor(at.getTime() / 1_000) * 1_000) / MINUTE);
  const sign = offset < 0 ? '-' : '+';
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${local.toISOString().slice(0, 19)}${sign}${twoDigits(hours)}:${twoDigits(minutes)}`;
}

/** The day in which the moment is. */
export function dayAround(timeZone: string, at: Date): Stretch {
  const day = dayIn(timeZone, at);
  return { from: startOfDay(timeZone, day), to: startOfDay(timeZone, daysAfter(day, 1)) };
}

/** The week in which the moment is, from Sunday. */
export function weekAround(timeZone: string, at: Date): Stretch {
  const day = dayIn(timeZone, at);
  const sunday = daysAfter(day, -new Date(`${day}T00:00:00Z`).getUTCDay());
  return { from: startOfDay(timeZone, sunday), to: startOfDay(timeZone, daysAfter(sunday, 7)) };
}

/** The first moment of a day. Searched for, since there are days that do not begin at 00:00. */
export function startOfDay(timeZone: string, day: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  let before = -MOST_OFFSET_MINUTES;
  let within = MOST_OFFSET_MINUTES;
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (dayIn(timeZone, new Date(midnight + middle * MINUTE)) < day) before = middle;
    else within = middle;
  }
  return new Date(midnight + within * MINUTE);
}

function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** What the clocks show, as if it were UTC; without milliseconds. */
function localTime(timeZone: string, at: Date): Date {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatFor(timeZone).formatToParts(at)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', calendar: 'gregory', numberingSystem: 'latn' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  });
  formats.set(timeZone, format);
  return format;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
