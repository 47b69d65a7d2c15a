const DAY_MS = 86_400_000;
/** What 'per week' is counted over. */
const WINDOW_WEEKS = 4;

/** The beginning of the last 28 days. */
export function windowStart(now: number): string {
  return new Date(now - WINDOW_WEEKS * 7 * DAY_MS).toISOString();
}

/** A device that was completed twice counts once. */
export function completedPerWeek(completed: readonly { barcodeNumber: string }[]): number {
  return Math.round(new Set(completed.map(({ barcodeNumber }) => barcodeNumber)).size / WINDOW_WEEKS);
}

/** Whole days since the device last changed. A clock that is behind the server's must not count below none. */
export function daysInStatus(updatedAt: string, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(updatedAt)) / DAY_MS));
}
