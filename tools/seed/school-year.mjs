const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** How busy each month is, January first: broken screens after the summer, everything returned before it. */
const SEASON = [1.1, 0.9, 1.0, 1.1, 1.7, 0.5, 0.15, 1.2, 1.6, 1.2, 1.0, 0.7];
const BUSIEST = Math.max(...SEASON);

/** The first day of the third school year back; school years begin on 1 August. */
export function firstSchoolDay(until) {
  const year = until.getUTCFullYear() - (until.getUTCMonth() >= 7 ? 2 : 3);
  return new Date(Date.UTC(year, 7, 1));
}

export function schoolYearOf(date) {
  return date.getUTCFullYear() - (date.getUTCMonth() >= 7 ? 0 : 1);
}

/** The midnight at which the moment's day begins, or the one `daysLater` days later. */
export function midnightOf(moment, daysLater = 0) {
  return new Date((Math.floor(moment.getTime() / DAY_MS) + daysLater) * DAY_MS);
}

/** A time on a working day between two midnights, more likely in busy months. */
export function busyMoment(random, from, until) {
  for (;;) {
    const day = new Date(random.between(from.getTime(), until.getTime()));
    if (isWorkday(day) && random.chance(SEASON[day.getUTCMonth()] / BUSIEST)) return atWorkHour(random, day);
  }
}

/**
 * A time some working hours later, not counting nights and weekends. Work of less than half a day ends at its exact
 * time if that is in working hours.
 */
export function laterAtWork(random, from, workHours) {
  const date = new Date(from.getTime() + (workHours / 8) * DAY_MS + HOUR_MS * random.between(0.2, 1));
  if (workHours < 4 && isAtWork(date)) return date;
  const moment = atWorkHour(random, workdayFrom(date));
  return moment > from ? moment : atWorkHour(random, workdayFrom(midnightOf(date, 1)));
}

function workdayFrom(date) {
  return isWorkday(date) ? date : workdayFrom(midnightOf(date, 1));
}

function isWorkday(date) {
  return date.getUTCDay() !== 0 && date.getUTCDay() !== 6;
}

/** 13:00 to 21:00 UTC: a school day in most of America. */
const [OPENS, CLOSES] = [13, 21];

function isAtWork(date) {
  return isWorkday(date) && date.getUTCHours() >= OPENS && date.getUTCHours() < CLOSES;
}

function atWorkHour(random, day) {
  return new Date(midnightOf(day).getTime() + random.between(OPENS, CLOSES) * HOUR_MS);
}
