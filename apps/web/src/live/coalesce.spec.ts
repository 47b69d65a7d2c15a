import { coalesce } from './coalesce';

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

const pace = { wait: 100, rest: 500, usual: 200, longest: 5_000 };

test('a single change is delivered after the wait', () => {
  const delivered: string[][] = [];
  coalesce<string>((items) => delivered.push(items), pace).add('a');
  jest.advanceTimersByTime(99);
  expect(delivered).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(delivered).toEqual([['a']]);
});

test('a burst of changes is delivered together', () => {
  const delivered: string[][] = [];
  const changes = coalesce<string>((items) => delivered.push(items), pace);
  changes.add('a');
  jest.advanceTimersByTime(50);
  changes.add('b', 'c');
  jest.advanceTimersByTime(1000);
  expect(delivered).toEqual([['a', 'b', 'c']]);
});

/** Changes arrive all the time; each delivery takes `took` ms. Returns how many there were. */
async function busyFor(ms: number, took: number): Promise<number> {
  let delivered = 0;
  const deliver = () => {
    delivered += 1;
    return took > 0 ? new Promise((resolve) => setTimeout(resolve, took)) : undefined;
  };
  const changes = coalesce<number>(deliver, pace);
  for (let at = 0; at < ms; at += 50) {
    changes.add(at);
    await jest.advanceTimersByTimeAsync(50);
  }
  changes.stop();
  return delivered;
}

test('continuous changes are delivered once per rest, not once per change', async () => {
  expect(await busyFor(5_000, 0)).toBe(10);
});

test('the longer a delivery takes, the longer the rest before the next', async () => {
  // Gathered for 100 ms, answered after 400, rested for 800.
  expect(await busyFor(12_000, 400)).toBe(10);
  // Gathered for 100 ms, answered after 600, rested for 1,800.
  expect(await busyFor(24_000, 600)).toBe(10);
});

test('a delivery that never completes does not stop later ones', async () => {
  expect(await busyFor(20_000, 1e9)).toBe(4);
});

test('nothing is delivered after a stop', () => {
  const delivered: string[][] = [];
  const changes = coalesce<string>((items) => delivered.push(items), pace);
  changes.add('a');
  changes.stop();
  jest.advanceTimersByTime(1000);
  expect(delivered).toEqual([]);
});
