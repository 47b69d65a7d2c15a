import { coalesce } from './coalesce';

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

const pace = { wait: 100, rest: 500 };

test('a single change is handed on after the wait', () => {
  const handed: string[][] = [];
  coalesce<string>((items) => handed.push(items), pace).add('a');
  jest.advanceTimersByTime(99);
  expect(handed).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(handed).toEqual([['a']]);
});

test('a burst is handed on at once', () => {
  const handed: string[][] = [];
  const changes = coalesce<string>((items) => handed.push(items), pace);
  changes.add('a');
  jest.advanceTimersByTime(50);
  changes.add('b', 'c');
  jest.advanceTimersByTime(1000);
  expect(handed).toEqual([['a', 'b', 'c']]);
});

test('a district that never rests causes one refetch a rest, not one a change', () => {
  let handed = 0;
  const changes = coalesce<number>(() => (handed += 1), pace);
  for (let ms = 0; ms < 5000; ms += 10) {
    changes.add(ms);
    jest.advanceTimersByTime(10);
  }
  expect(handed).toBe(10);
});

test('once stopped nothing more is handed on', () => {
  const handed: string[][] = [];
  const changes = coalesce<string>((items) => handed.push(items), pace);
  changes.add('a');
  changes.stop();
  jest.advanceTimersByTime(1000);
  expect(handed).toEqual([]);
});
