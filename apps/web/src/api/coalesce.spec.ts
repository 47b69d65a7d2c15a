import { coalesce } from './coalesce';

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

const pace = { wait: 100, rest: 500, usual: 200, longest: 5_000 };

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

/** Changes arrive all the time; each delivery takes `took` ms. Returns how many there were. */
async function busyFor(ms: number, took: number): Promise<number> {
  let handed = 0;
  const handOn = () => {
    handed += 1;
    return took > 0 ? new Promise((resolve) => setTimeout(resolve, took)) : undefined;
  };
  const changes = coalesce<number>(handOn, pace);
  for (let at = 0; at < ms; at += 10) {
    changes.add(at);
    await jest.advanceTimersByTimeAsync(10);
  }
  changes.stop();
  return handed;
}

test('a district that never rests causes one refetch a rest, not one a change', async () => {
  expect(await busyFor(5_000, 0)).toBe(10);
});

test('who answers quickly is asked often, who answers slowly seldom', async () => {
  // Gathered for 100 ms, answered after 400, rested for 800.
  expect(await busyFor(12_000, 400)).toBe(10);
  // Gathered for 100 ms, answered after 600, rested for 1,800.
  expect(await busyFor(24_000, 600)).toBe(10);
});

test('an answer that never comes stops nothing', async () => {
  expect(await busyFor(20_000, 1e9)).toBe(4);
});

test('once stopped nothing more is handed on', () => {
  const handed: string[][] = [];
  const changes = coalesce<string>((items) => handed.push(items), pace);
  changes.add('a');
  changes.stop();
  jest.advanceTimersByTime(1000);
  expect(handed).toEqual([]);
});
