import { useExactText } from './district-zone';

/** Nov 23, 2026, 3:04 PM: for places where the time itself matters, not how long ago it was. */
export function ExactTime({ at }: { at: string }) {
  return <time dateTime={at}>{useExactText(new Date(at))}</time>;
}
