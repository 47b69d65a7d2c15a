import { setTimeout as pause } from 'node:timers/promises';
import type { EventEnvelope } from '@repairline/contracts/event';
import type { AnyEvent, SubscribeOptions } from '../event-store';
import { followLog } from './subscription';

/** A log of positions only, whose bell the test rings. */
function follow(options: Partial<SubscribeOptions<AnyEvent>>, head = 0) {
  const batches: number[][] = [];
  const positions = Array.from({ length: head }, (_, index) => index + 1);
  let wake: (upTo?: number) => void = () => undefined;
  let heard: () => void = () => undefined;
  const subscription = followLog<AnyEvent>(
    {
      readAll: (after, limit) => {
        const found = positions.filter((position) => position > after).slice(0, limit);
        return Promise.resolve(found.map((position) => ({ position }) as EventEnvelope<AnyEvent>));
      },
      onAppended: (ring) => {
        wake = ring;
        return () => undefined;
      },
    },
    {
      after: 0,
      batchSize: 10,
      onBatch: async (batch) => {
        batches.push(batch.map(({ position }) => position));
        heard();
      },
      ...options,
    },
  );
  return {
    batches,
    stop: () => subscription.stop(),
    append() {
      positions.push(positions.length + 1);
      wake(positions.length);
    },
    async until(count: number) {
      while (batches.length < count) await new Promise<void>((resolve) => (heard = resolve));
    },
  };
}

describe('a subscription with a minimum interval between batches', () => {
  test('does not read the next batch before the interval is over, and can be stopped before', async () => {
    const log = follow({ apartMs: 60_000 });
    log.append();
    await log.until(1);
    log.append();
    await pause(30);
    expect(log.batches).toEqual([[1]]);
    await log.stop();
    expect(log.batches).toEqual([[1]]);
  });

  test('reads existing events without a pause', async () => {
    const log = follow({ apartMs: 60_000, batchSize: 2 }, 5);
    await log.until(3);
    await log.stop();
    expect(log.batches).toEqual([[1, 2], [3, 4], [5]]);
  });
});
