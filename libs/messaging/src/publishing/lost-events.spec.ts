import type { NatsConnection } from 'nats';
import { logger } from '../testing/fixture';
import { watchForLostEvents } from './lost-events';

const bus = { status: () => ({ async *[Symbol.asyncIterator]() {} }) } as unknown as NatsConnection;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test.each(['before the watch begins', 'later'] as const)(
  'no checks for lost events are made after the signal was aborted (%s)',
  (when) => {
    const ending = new AbortController();
    let looks = 0;
    const isLost = async () => (looks += 1) < 0;
    if (when === 'before the watch begins') ending.abort();
    watchForLostEvents(bus, isLost, () => undefined, { signal: ending.signal, logger, everyMs: 1_000 });
    jest.advanceTimersByTime(2_000);
    const before = when === 'later' ? 2 : 0;
    expect(looks).toBe(before);
    ending.abort();
    jest.advanceTimersByTime(60_000);
    expect(looks).toBe(before);
  },
);
