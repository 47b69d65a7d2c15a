import { watchActivity } from './reminder';

const reminders: number[] = [];
let sessionRuns = false;
let watch: ReturnType<typeof watchActivity>;

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
  reminders.length = 0;
  sessionRuns = false;
  watch = watchActivity({ isDue: () => !sessionRuns, remind: () => reminders.push(Date.now()) });
});
afterEach(() => {
  watch.stop();
  jest.useRealTimers();
});

/** Reports activity every second until `until`, in milliseconds. */
function workUntil(until: number) {
  while (Date.now() < until) {
    watch.active();
    jest.advanceTimersByTime(1000);
  }
}

test('a user is reminded after 30 s of activity, and not before', () => {
  workUntil(29_000);
  expect(reminders).toEqual([]);
  workUntil(31_000);
  expect(reminders).toEqual([30_000]);
});

test('a user is reminded only if their last activity is less than 5 s old when the 30 s are over', () => {
  watch.active();
  jest.advanceTimersByTime(25_000);
  watch.active();
  jest.advanceTimersByTime(10_000);
  expect(reminders).toEqual([]);

  watch.active();
  jest.advanceTimersByTime(25_001);
  watch.active();
  jest.advanceTimersByTime(10_000);
  expect(reminders).toEqual([65_000]);
});

test('no reminder is shown while a session runs', () => {
  sessionRuns = true;
  workUntil(120_000);
  expect(reminders).toEqual([]);
});

test('at most one reminder is shown in five minutes', () => {
  workUntil(329_000);
  expect(reminders).toEqual([30_000]);
  workUntil(400_000);
  expect(reminders).toHaveLength(2);
  expect(reminders[1]! - reminders[0]!).toBeGreaterThanOrEqual(300_000);
});
