import { numberText } from '../../components/number-text';

const HOUR = 60;
const DAY = 24 * HOUR;

/** Whole minutes, as they are counted. */
export function inMinutes(minutes: number): string {
  const whole = Math.round(minutes);
  return whole === 1 ? '1 minute' : `${numberText(whole)} minutes`;
}

/** The same span in the largest unit that fits, or undefined where that says nothing more. */
export function inWords(minutes: number): string | undefined {
  if (minutes < 2 * HOUR) return undefined;
  const [length, unit] = minutes < 2 * DAY ? [minutes / HOUR, 'hours'] : [minutes / DAY, 'days'];
  return `about ${length.toLocaleString('en-US', { maximumFractionDigits: 1 })} ${unit}`;
}
