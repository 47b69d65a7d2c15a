import { TZDate } from '@date-fns/tz';
import { addDays, addWeeks, format, startOfDay as startOf, startOfWeek } from 'date-fns';

// Days and weeks as the district counts them.

export interface Stretch {
  /** Included. */
  from: Date;
  /** Not included. */
  to: Date;
}

/** The day of a moment in the zone, yyyy-MM-dd. */
export function dayIn(timeZone: string, at: Date): string {
  return format(inZone(timeZone, at), 'yyyy-MM-dd');
}

/** A moment as the zone's clocks show it, with their offset: 2026-01-05T09:30:00-06:00. */
export function isoIn(timeZone: string, at: Date): string {
  return format(inZone(timeZone, at), "yyyy-MM-dd'T'HH:mm:ssxxx");
}

/** The day in which the moment is. */
export function dayAround(timeZone: string, at: Date): Stretch {
  const from = startOf(inZone(timeZone, at));
  return { from: plain(from), to: plain(startOf(addDays(from, 1))) };
}

/** The week in which the moment is, from Sunday. */
export function weekAround(timeZone: string, at: Date): Stretch {
  const from = startOfWeek(inZone(timeZone, at), { weekStartsOn: 0 });
  return { from: plain(from), to: plain(startOf(addWeeks(from, 1))) };
}

/** The first moment of a day, yyyy-MM-dd; there are days that do not begin at 00:00. */
export function startOfDay(timeZone: string, day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return plain(startOf(new TZDate(year, month - 1, date, 12, timeZone)));
}

const inZone = (timeZone: string, at: Date): TZDate => new TZDate(at, timeZone);

/** A TZDate writes itself in its zone; what leaves here is a moment like any other. */
const plain = (date: Date): Date => new Date(date.getTime());
