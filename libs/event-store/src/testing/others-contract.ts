import type { EventStore } from '../event-store';
import { createInMemoryEventStore } from '../in-memory/in-memory-event-store';
import type { StoreUnderTest } from './event-store-contract';
import { byCommand, lent, loanRegistry, returned, type LoanEvent } from './sample-events';

/** A process knows of a stream only what it has seen; another process may have appended since. */
export function describeOthers(under: () => StoreUnderTest): void {
  let mine: EventStore<LoanEvent>;
  let others: EventStore<LoanEvent>;
  beforeEach(async () => {
    [mine, others] = [under().another(), under().another()];
    await mine.append('loan-1', 0, [lent('1')], byCommand());
  });

  test('an append that expects a version from before another process appended is a conflict', async () => {
    await others.append('loan-1', 1, [returned('1')], byCommand());
    expect(await mine.append('loan-1', 1, [returned('1')], byCommand())).toEqual({
      status: 'conflict',
      streamVersion: 2,
    });
    expect(await mine.append('loan-1', 2, [lent('1')], byCommand())).toMatchObject({ status: 'appended', position: 3 });
    expect(await others.append('loan-1', 'any', [returned('1')], byCommand())).toMatchObject({ streamVersion: 4 });
  });

  test.each([1, 2, 3, 'any'] as const)(
    'a command that another process has appended is a duplicate when %s is expected',
    async (expected) => {
      const context = byCommand();
      await others.append('loan-1', 1, [returned('1')], context);
      await others.append('loan-1', 2, [lent('1')], byCommand());
      const again = await mine.append('loan-1', expected, [returned('1')], context);
      expect(again).toEqual({ status: 'duplicate', streamVersion: 2, position: 2 });
      await mine.readStream('loan-1');
      expect(await mine.append('loan-1', 3, [returned('1')], context)).toEqual(again);
      expect(await mine.head()).toBe(3);
    },
  );

  test('a command of another process is a duplicate even after an own append at any version', async () => {
    const context = byCommand();
    await others.append('loan-1', 1, [returned('1')], context);
    await mine.append('loan-1', 'any', [lent('1')], byCommand());
    const again = await mine.append('loan-1', 'any', [returned('1')], context);
    expect(again).toEqual({ status: 'duplicate', streamVersion: 2, position: 2 });
    expect(await mine.head()).toBe(3);
  });

  test('an append at a future version is a conflict, also after another process has moved past it', async () => {
    const early = () => mine.append('loan-1', 2, [lent('1')], byCommand());
    expect(await early()).toEqual({ status: 'conflict', streamVersion: 1 });
    await others.append('loan-1', 1, [returned('1'), lent('1')], byCommand());
    expect(await early()).toEqual({ status: 'conflict', streamVersion: 3 });
  });

  test('three processes that append in turn get the results that a single process would get', async () => {
    const stores = [mine, others, under().another()];
    const allSeeing = createInMemoryEventStore(loanRegistry);
    const first = byCommand();
    await allSeeing.append('loan-1', 0, [lent('1')], first);
    const choose = choices(20);
    const contexts = Array.from({ length: 40 }, () => byCommand());
    for (let step = 0; step < 200; step += 1) {
      const store = choose(stores);
      const stream = choose(['loan-1', 'loan-2', 'loan-3']);
      const version = (await allSeeing.readStream(stream)).length;
      if (choose([true, false])) await store.readStream(stream);
      const expected = choose([version, version, version - 1, version + 1, 0, 'any'] as const);
      const events = choose([[lent('1')], [returned('1'), lent('1')]]);
      const append = [stream, expected, events, choose(contexts)] as const;
      expect(await store.append(...append)).toEqual(await allSeeing.append(...append));
    }
    const order = (log: { stream: string; causationId: string }[]) =>
      log.map((event) => [event.stream, event.causationId]);
    expect(order(await mine.readAll(1, 500))).toEqual(order(await allSeeing.readAll(1, 500)));
  });

  test('an append that expects a new stream is a conflict if another process has begun it', async () => {
    await others.append('loan-2', 0, [lent('2')], byCommand());
    expect(await mine.append('loan-2', 0, [lent('2')], byCommand())).toEqual({ status: 'conflict', streamVersion: 1 });
  });
}

/** A generator that yields the same choices for the same seed (Lehmer's, by Park and Miller, 1988). */
function choices(seed: number) {
  let state = seed;
  return <Choice>(from: readonly Choice[]): Choice => {
    state = (state * 48_271) % 2_147_483_647;
    return from[state % from.length] as Choice;
  };
}
