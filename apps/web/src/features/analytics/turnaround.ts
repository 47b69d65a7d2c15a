import { numberText } from '../../components/number-text';

const HOUR = 60;
const DAY = 24 * HOUR;

/** Rounded to whole minutes. */
export function minutesText(minutes: number): string {
  const whole = Math.round(minutes);
  return whole === 1 ? '1 minute' : `${numberText(whole)} minutes`;
}

/** The same span in the largest unit that fits; undefined if that adds nothing. */
export function approximateDuration(minutes: number): string | undefined {
  if (minutes < 2 * HOUR) return undefined;
  const [length, unit] = minutes < 2 * DAY ? [minutes / HOUR, 'hours'] : [minutes / DAY, 'days'];
  return `about ${length.toLocaleString('en-US', { maximumFractionDigits: 1 })} ${unit}`;
}
