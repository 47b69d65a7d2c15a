import { act, renderHook } from '@testing-library/react';

jest.mock('./district-zone', () => ({ useDistrictZone: () => 'America/Chicago' }));
import { useOnNewDay } from './use-on-new-day';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Returns a function that says how often a new day was reported. */
function watch(from: string): () => number {
  jest.useFakeTimers({ now: Date.parse(from) });
  const reported = jest.fn();
  renderHook(() => useOnNewDay(reported));
  return () => reported.mock.calls.length;
}

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

afterEach(() => jest.useRealTimers());

// proves d.figures.today-in-district-zone
test("a new day is reported after the district's midnight, once the server's clock has reached it too", () => {
  const reported = watch('2026-11-23T05:58:00Z');
  pass(2 * MINUTE);
  expect(reported()).toBe(0);
  pass(2 * MINUTE);
  expect(reported()).toBe(1);
  pass(23 * HOUR);
  expect(reported()).toBe(1);
  pass(HOUR);
  expect(reported()).toBe(2);
});

test('the day on which the clocks go back lasts 25 hours', () => {
  const reported = watch('2026-11-01T05:02:00Z');
  pass(24 * HOUR + 50 * MINUTE);
  expect(reported()).toBe(0);
  pass(10 * MINUTE);
  expect(reported()).toBe(1);
});

test('a day that began while the computer slept is reported once the page is visible again', () => {
  const reported = watch('2026-11-23T04:00:00Z');
  jest.setSystemTime(Date.parse('2026-11-23T13:00:00Z'));
  expect(reported()).toBe(0);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(reported()).toBe(1);
});
