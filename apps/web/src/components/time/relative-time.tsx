import { useExactText } from './district-zone';
import { tooltip } from '../tooltip/tooltip';
import { useNow } from './use-now';
import { VisuallyHidden } from '../text/visually-hidden';

/** In seconds, longest first. */
const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;
const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** '3 hours ago', with the exact time on hover and for screen readers. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow();
  const moment = new Date(at);
  const written = useExactText(moment);
  return (
    <time dateTime={at} {...tooltip(written)}>
      <span>{relative(moment, now)}</span>
      <VisuallyHidden>, {written}</VisuallyHidden>
    </time>
  );
}

/** If this computer's clock lags a little, the moment must not appear to lie in the future. */
export function relative(moment: Date, now: number): string {
  const seconds = (now - moment.getTime()) / 1000;
  const [unit, length] = units.find(([, least]) => seconds >= least) ?? [];
  return unit ? words.format(-Math.floor(seconds / length), unit) : 'just now';
}

/** Nov 23, 2026, 3:04 PM: for places where the time itself matters, not how long ago it was. */
export function ExactTime({ at }: { at: string }) {
  return <time dateTime={at}>{useExactText(new Date(at))}</time>;
}
