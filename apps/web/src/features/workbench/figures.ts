const DAY_MS = 86_400_000;
/** The period that 'per week' is averaged over. */
const WINDOW_WEEKS = 4;

/** The start of the last 28 days. */
export function windowStart(now: number): string {
  return new Date(now - WINDOW_WEEKS * 7 * DAY_MS).toISOString();
}

/** A device completed twice counts once. */
export function completedPerWeek(completed: readonly { barcodeNumber: string }[]): number {
  return Math.round(new Set(completed.map(({ barcodeNumber }) => barcodeNumber)).size / WINDOW_WEEKS);
}

/** Whole days since the device last changed; never negative, even if this clock lags behind the server's. */
export function daysInStatus(updatedAt: string, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(updatedAt)) / DAY_MS));
}
