import { useExactText } from './district-zone';

/** Nov 23, 2026, 3:04 PM: where it matters when it was, and not how long ago. */
export function ExactTime({ at }: { at: string }) {
  return <time dateTime={at}>{useExactText(new Date(at))}</time>;
}
