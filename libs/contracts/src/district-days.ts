/** From `start` on, before `end`: ISO 8601, UTC. */
export interface Span {
  start: string;
  end: string;
}

interface CalendarDay {
  year: number;
  /** 0 for January. */
  month: number;
  day: number;
}

const DAY_MS = 86_400_000;

/** The day that a moment is in, in the district's time zone: 23 or 25 hours where the clocks change. */
export function dayOf(moment: Date, timeZone: string): Span {
  return daysFrom(calendarDay(moment, timeZone), 1, timeZone);
}

/** The week that a moment is in, from Sunday, in the district's time zone. */
export function weekOf(moment: Date, timeZone: string): Span {
  const today = calendarDay(moment, timeZone);
  const weekday = new Date(Date.UTC(today.year, today.month, today.day)).getUTCDay();
  return daysFrom({ ...today, day: today.day - weekday }, 7, timeZone);
}

function daysFrom(first: CalendarDay, days: number, timeZone: string): Span {
  return { start: startOf(first, timeZone), end: startOf({ ...first, day: first.day + days }, timeZone) };
}

/** The first moment of a day, which is not always 00:00: there are zones where clocks change at midnight. */
function startOf({ year, month, day }: CalendarDay, timeZone: string): string {
  const midnight = Date.UTC(year, month, day);
  const isInside = (moment: number) => midnightOfDay(moment, timeZone) === midnight;
  const candidates = [midnight - DAY_MS, midnight + DAY_MS].map((near) => midnight - offsetAt(near, timeZone));
  const inside = candidates.filter(isInside);
  return new Date(Math.min(...(inside.length > 0 ? inside : candidates))).toISOString();
}

function midnightOfDay(moment: number, timeZone: string): number {
  const { year, month, day } = calendarDay(new Date(moment), timeZone);
  return Date.UTC(year, month, day);
}

function calendarDay(moment: Date, timeZone: string): CalendarDay {
  const local = new Date(moment.getTime() + offsetAt(moment.getTime(), timeZone));
  return { year: local.getUTCFullYear(), month: local.getUTCMonth(), day: local.getUTCDate() };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the zone's clocks are ahead of UTC, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - Math.floor(moment / 1_000) * 1_000;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const numeric = 'numeric';
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    ...{ timeZone, hourCycle: 'h23' as const },
    ...{ year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric },
  });
  formats.set(timeZone, format);
  return format;
}
