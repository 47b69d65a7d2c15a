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
  const minutes = offsetIn(timeZone, at);
  if (!Number.isInteger(minutes)) return format(inZone(timeZone, at), "yyyy-MM-dd'T'HH:mm:ssxxx");
  const clock = new Date(at.getTime() + minutes * MINUTE_MS).toISOString().slice(0, 19);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${clock}${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MOST_DAYS = 10_000;
const offsetsOfDays = new Map<string, number | null>();

/**
 * Minutes that the zone is ahead of UTC. A file asks for hundreds of thousands, of few days: those of a day without a
 * change of the clocks are remembered.
 */
function offsetIn(timeZone: string, at: Date): number {
  const day = Math.floor(at.getTime() / DAY_MS);
  const key = `${timeZone} ${day}`;
  let known = offsetsOfDays.get(key);
  if (known === undefined) {
    const [first, last] = [ahead(timeZone, day * DAY_MS), ahead(timeZone, (day + 1) * DAY_MS)];
    known = first === last ? first : null;
    if (offsetsOfDays.size >= MOST_DAYS) offsetsOfDays.clear();
    offsetsOfDays.set(key, known);
  }
  return known ?? ahead(timeZone, at.getTime());
}

const ahead = (timeZone: string, ms: number): number => -new TZDate(ms, timeZone).getTimezoneOffset();

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
