import { TZDate } from '@date-fns/tz';
import { addDays, addWeeks, format, startOfDay as startOf, startOfWeek } from 'date-fns';

// Days and weeks as the district counts them.

export interface Interval {
  /** Inclusive. */
  from: Date;
  /** Exclusive. */
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
  const shown = at.getTime() + minutes * MINUTE_MS;
  const day = Math.floor(shown / DAY_MS);
  const second = Math.floor((shown - day * DAY_MS) / 1_000);
  const clock = `${hoursAndMinutes(Math.floor(second / 60))}:${twoDigits(second % 60)}`;
  return `${dayText(day)}T${clock}${minutes < 0 ? '-' : '+'}${hoursAndMinutes(Math.abs(minutes))}`;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MOST_DAYS = 10_000;

// A CSV file formats hundreds of thousands of moments on few days: what is constant within a day is computed once.

const dayText = remembered((day) => new Date(day * DAY_MS).toISOString().slice(0, 10));
const offsets = new Map<string, (day: number) => number | null>();

/** Minutes that the zone is ahead of UTC. */
function offsetIn(timeZone: string, at: Date): number {
  let offsetOn = offsets.get(timeZone);
  if (!offsetOn) offsets.set(timeZone, (offsetOn = remembered((day) => offsetOfDay(timeZone, day))));
  return offsetOn(Math.floor(at.getTime() / DAY_MS)) ?? ahead(timeZone, at.getTime());
}

/** Null for a day on which the clocks change. */
function offsetOfDay(timeZone: string, day: number): number | null {
  const [first, last] = [ahead(timeZone, day * DAY_MS), ahead(timeZone, (day + 1) * DAY_MS)];
  return first === last ? first : null;
}

function remembered<Value>(work: (day: number) => Value): (day: number) => Value {
  const known = new Map<number, Value>();
  return (day) => {
    let value = known.get(day);
    if (value === undefined) {
      value = work(day);
      if (known.size >= MOST_DAYS) known.clear();
      known.set(day, value);
    }
    return value;
  };
}

const hoursAndMinutes = (minutes: number): string =>
  `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
const twoDigits = (number: number): string => (number < 10 ? `0${number}` : String(number));

const ahead = (timeZone: string, ms: number): number => -new TZDate(ms, timeZone).getTimezoneOffset();

/** The day that contains the moment. */
export function dayAround(timeZone: string, at: Date): Interval {
  const from = startOf(inZone(timeZone, at));
  return { from: plain(from), to: plain(startOf(addDays(from, 1))) };
}

/** The week that contains the moment, from Sunday. */
export function weekAround(timeZone: string, at: Date): Interval {
  const from = startOfWeek(inZone(timeZone, at), { weekStartsOn: 0 });
  return { from: plain(from), to: plain(startOf(addWeeks(from, 1))) };
}

/** The first moment of a day, yyyy-MM-dd; some days do not begin at 00:00. */
export function startOfDay(timeZone: string, day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return plain(startOf(new TZDate(year, month - 1, date, 12, timeZone)));
}

const inZone = (timeZone: string, at: Date): TZDate => new TZDate(at, timeZone);

/** A TZDate prints itself in its zone; callers get a plain Date. */
const plain = (date: Date): Date => new Date(date.getTime());
