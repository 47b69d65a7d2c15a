// Moments as people read them: in English, by the clocks of the district.

const DAY = { year: 'numeric', month: 'short', day: 'numeric' } as const;

/** Nov 23, 2026 */
export const dayText = (at: Date, timeZone: string | undefined): string => writer(DAY, timeZone).format(at);

const writers = new Map<string, Intl.DateTimeFormat>();

/** Kept: to make one takes longer than to draw what it writes. */
function writer(parts: Intl.DateTimeFormatOptions, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = JSON.stringify([parts, timeZone]);
  let made = writers.get(key);
  if (!made) writers.set(key, (made = new Intl.DateTimeFormat('en-US', { ...parts, timeZone })));
  return made;
}
