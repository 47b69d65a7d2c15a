import type { EventStore } from '../event-store';
import type { StoreUnderTest } from './event-store-contract';
import { byCommand, lent, returned, type LoanEvent } from './sample-events';

/** Subscriptions, and the order in which readers see what many writers append. */
export function describeOrdering(under: () => StoreUnderTest): void {
  test('a subscription catches up, then follows live', async () => {
    const store = under().another();
    for (let device = 1; device <= 5; device += 1) await append(store, device);
    const seen = collector();
    const subscription = store.subscribe({ after: 2, batchSize: 2, onBatch: seen.take });
    await seen.until(3);
    await append(under().another(), 6);
    await seen.until(4);
    await subscription.stop();
    expect(seen.positions).toEqual([3, 4, 5, 6]);
  });

  test('a batch whose handler fails is delivered again, and nothing is skipped', async () => {
    const store = under().another();
    for (let device = 1; device <= 3; device += 1) await append(store, device);
    const seen = collector();
    const errors: unknown[] = [];
    let failures = 2;
    const subscription = store.subscribe({
      after: 0,
      batchSize: 2,
      async onBatch(envelopes) {
        if (envelopes.some(({ position }) => position === 3) && failures-- > 0) throw new Error('not now');
        await seen.take(envelopes);
      },
      onError: (error) => errors.push(error),
    });
    await seen.until(3);
    await subscription.stop();
    expect(seen.positions).toEqual([1, 2, 3]);
    expect(errors).toEqual([new Error('not now'), new Error('not now')]);
  });

  test('stopping a subscription waits for its current batch, and no other is delivered', async () => {
    const store = under().another();
    await append(store, 1);
    const seen = collector();
    let begin = () => undefined as void;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const subscription = store.subscribe({
      after: 0,
      batchSize: 1,
      async onBatch(envelopes) {
        begin();
        await append(store, 2);
        await seen.take(envelopes);
      },
    });
    await begun;
    await subscription.stop();
    expect(seen.positions).toEqual([1]);
  });

  test('what a polling reader has read never changes while 32 writers append', async () => {
    const stores = Array.from({ length: 4 }, () => under().another());
    const writers = Array.from({ length: 32 }, (_, writer) =>
      writeTen(stores[writer % 4] as EventStore<LoanEvent>, writer),
    );
    let writing = true;
    const written = Promise.all(writers).then(() => (writing = false));
    const passed: string[] = [];
    const reader = under().another();
    for (let last = false; !last;) {
      last = !writing;
      for (const { id, position } of await reader.readAll(passed.length, 50)) {
        passed.push(id);
        expect(position).toBe(passed.length);
      }
      last &&= passed.length >= (await reader.head());
    }
    await written;
    const all = await reader.readAll(0, 1_000);
    expect(all).toHaveLength(32 * 15);
    expect(all.map(({ id }) => id)).toEqual(passed);
  });
}

async function writeTen(store: EventStore<LoanEvent>, writer: number): Promise<void> {
  for (let version = 0; version < 15; version += 3) {
    await store.append(`loan-${writer}`, version, [lent(`${writer}`)], byCommand());
    await store.append(`loan-${writer}`, version + 1, [returned(`${writer}`), lent(`${writer}`)], byCommand());
  }
}

function append(store: EventStore<LoanEvent>, device: number) {
  return store.append(`loan-${device}`, 0, [lent(`${device}`)], byCommand());
}

/** Collects positions, and lets a test wait until a number of them have arrived. */
export function collector() {
  const positions: number[] = [];
  let check = () => undefined as void;
  return {
    positions,
    take(this: void, envelopes: readonly { position: number }[]): Promise<void> {
      positions.push(...envelopes.map((envelope) => envelope.position));
      check();
      return Promise.resolve();
    },
    until: (count: number) =>
      new Promise<void>((resolve) => {
        check = () => (positions.length >= count ? resolve() : undefined);
        check();
      }),
  };
}
