import { intlFormatDistance } from 'date-fns/intlFormatDistance';
import { useNow } from './use-now';
import { VisuallyHidden } from './visually-hidden';

const MINUTE_MS = 60_000;
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** '3 hours ago', with the exact time on hover and for screen readers. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow();
  const moment = new Date(at);
  const written = exact.format(moment);
  return (
    <time dateTime={at} title={written}>
      <span>{relative(moment, now)}</span>
      <VisuallyHidden>, {written}</VisuallyHidden>
    </time>
  );
}

/** A clock that is a little ahead of this one must not put things into the future. */
export function relative(moment: Date, now: number): string {
  if (now - moment.getTime() < MINUTE_MS) return 'just now';
  return intlFormatDistance(moment, now, { numeric: 'always', locale: 'en' });
}
