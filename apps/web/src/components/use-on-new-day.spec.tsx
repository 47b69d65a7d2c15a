import { act, renderHook } from '@testing-library/react';

jest.mock('./district-zone', () => ({ useDistrictZone: () => 'America/Chicago' }));
import { useOnNewDay } from './use-on-new-day';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Returns a function that says how often a new day was reported. */
function watch(from: string): () => number {
  jest.useFakeTimers({ now: Date.parse(from) });
  const told = jest.fn();
  renderHook(() => useOnNewDay(told));
  return () => told.mock.calls.length;
}

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

afterEach(() => jest.useRealTimers());

test("a day begins at the district's midnight, when the server's clock has come to it too [d.figures.today-in-district-zone]", () => {
  const told = watch('2026-11-23T05:58:00Z');
  pass(2 * MINUTE);
  expect(told()).toBe(0);
  pass(2 * MINUTE);
  expect(told()).toBe(1);
  pass(23 * HOUR);
  expect(told()).toBe(1);
  pass(HOUR);
  expect(told()).toBe(2);
});

test('the day on which clocks go back has 25 hours', () => {
  const told = watch('2026-11-01T05:02:00Z');
  pass(24 * HOUR + 50 * MINUTE);
  expect(told()).toBe(0);
  pass(10 * MINUTE);
  expect(told()).toBe(1);
});

test('a computer that slept through midnight is told as soon as the page is seen again', () => {
  const told = watch('2026-11-23T04:00:00Z');
  jest.setSystemTime(Date.parse('2026-11-23T13:00:00Z'));
  expect(told()).toBe(0);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(told()).toBe(1);
});
