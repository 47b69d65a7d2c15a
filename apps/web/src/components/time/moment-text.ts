// Times in English, by the district's clocks. To people in another zone, the zone is named.

type TimeZone = string | undefined;
type Parts = Intl.DateTimeFormatOptions;

const DAY: Parts = { dateStyle: 'medium' };
const TIME: Parts = { hour: 'numeric', minute: '2-digit' };
const EXACT: Parts = { ...TIME, year: 'numeric', month: 'short', day: 'numeric' };

/** Nov 23, 2026 */
export const dayText = (at: Date, timeZone: TimeZone): string => writer(DAY, timeZone).format(at);

/** Nov 23, 2026, 3:04 PM */
export const exactText = (at: Date, timeZone: TimeZone): string => naming(EXACT, timeZone).format(at);

/** 3:04 PM, preceded by the day unless it is today. */
export function startOfSession(startTime: string, timeZone: TimeZone): string {
  const start = new Date(startTime);
  const today = dayText(start, timeZone) === dayText(new Date(), timeZone);
  return naming(today ? TIME : EXACT, timeZone).format(start);
}

const zoneOf = (timeZone: TimeZone) => writer(DAY, timeZone).resolvedOptions().timeZone;

/** Without a district zone, the browser's zone stands in for it and is named too. */
function naming(parts: Parts, timeZone: TimeZone): Intl.DateTimeFormat {
  const named = !timeZone || zoneOf(timeZone) !== zoneOf(undefined);
  return writer(named ? { ...parts, timeZoneName: 'short' } : parts, timeZone);
}

const writers: Record<string, Intl.DateTimeFormat> = {};

/** Cached: creating a formatter takes longer than formatting hundreds of times. */
const writer = (parts: Parts, timeZone: TimeZone): Intl.DateTimeFormat =>
  (writers[JSON.stringify({ ...parts, timeZone })] ??= new Intl.DateTimeFormat('en-US', { ...parts, timeZone }));
