const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const dayAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The time, with the day unless it is today. */
export function startOfSession(startTime: string, now: Date): string {
  const start = new Date(startTime);
  return start.toDateString() === now.toDateString() ? time.format(start) : dayAndTime.format(start);
}
