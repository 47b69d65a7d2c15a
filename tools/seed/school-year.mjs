const DAY = 86_400_000;
const HOUR = 3_600_000;

/** How busy each month is, January first: broken screens after the summer, everything handed in before it. */
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

/** A moment of a working day between two dates, more likely in the busy months. */
export function busyMoment(random, from, until) {
  for (;;) {
    const day = new Date(random.between(from.getTime(), until.getTime()));
    if (!isWorkday(day) || !random.chance(SEASON[day.getUTCMonth()] / BUSIEST)) continue;
    const moment = atWorkHour(random, day);
    if (moment <= until) return moment;
  }
}

/** A working moment some hours of work later: nights and weekends do not count. */
export function laterAtWork(random, from, workHours) {
  const date = new Date(from.getTime() + (workHours / 8) * DAY + HOUR * random.between(0.2, 1));
  while (!isWorkday(date)) date.setTime(date.getTime() + DAY);
  const rescheduled = workHours < 4 ? date : atWorkHour(random, date);
  return rescheduled > from ? rescheduled : new Date(from.getTime() + random.between(0.2, 1) * HOUR);
}

function isWorkday(date) {
  return date.getUTCDay() !== 0 && date.getUTCDay() !== 6;
}

/** Between 13:00 and 21:00 UTC: a school's day in most of America. */
function atWorkHour(random, day) {
  const midnight = Math.floor(day.getTime() / DAY) * DAY;
  return new Date(midnight + random.between(13, 21) * HOUR);
}
