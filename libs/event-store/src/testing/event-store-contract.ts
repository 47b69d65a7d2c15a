import { randomUUID } from 'node:crypto';
import type { EventEnvelope } from '@repairline/contracts/event';
import type { EventRegistry } from '../event-registry';
import { redacted, type EventStore } from '../event-store';
import { logPages } from '../reading/log-pages';
import type { Keyring } from '../personal-data/keyring';
import { byCommand, lent, returned, type LoanEvent } from './sample-events';
import { describeOrdering } from './ordering-contract';
import { describeOthers } from './others-contract';
import { describeUnreadable } from './unreadable-contract';

export interface StoreUnderTest {
  /** Another store on the same log, as another process would have it, of a program that knows other events if given. */
  another(program?: { registry?: EventRegistry<LoanEvent> }): EventStore<LoanEvent>;
  keyring: Keyring;
  close(): Promise<void>;
}

/** What every adapter of the port guarantees. `create` gives an empty log each time. */
export function describeEventStore(name: string, create: () => Promise<StoreUnderTest>): void {
  describe(`${name} as an event store`, () => {
    let under: StoreUnderTest;
    let store: EventStore<LoanEvent>;
    beforeEach(async () => {
      under = await create();
      store = under.another();
    });
    afterEach(() => under.close());

    describeAppends(() => store);
    describeCommandIds(() => store);
    describe('beside another process', () => describeOthers(() => under));
    describeBatches(() => store);
    describeReads(() => store);
    describeRedaction(() => store);
    describe('an event that cannot be read', () => describeUnreadable(() => under));
    describeErasure(
      () => store,
      () => under.keyring,
    );
    describeOrdering(() => under);
  });
}

function describeAppends(store: () => EventStore<LoanEvent>): void {
  test('an append at the expected version is stored and returns its version and position', async () => {
    expect(await store().append('loan-1', 0, [lent('1')], byCommand())).toEqual({
      status: 'appended',
      streamVersion: 1,
      position: 1,
    });
    const second = await store().append('loan-1', 1, [returned('1'), lent('1')], byCommand());
    expect(second).toEqual({ status: 'appended', streamVersion: 3, position: 3 });
  });

  test.each([0, 2])(
    'an append that expects version %i of a stream at version 1 is a conflict and stores nothing',
    async (expected) => {
      await store().append('loan-1', 0, [lent('1')], byCommand());
      const result = await store().append('loan-1', expected, [returned('1')], byCommand());
      expect(result).toEqual({ status: 'conflict', streamVersion: 1 });
      expect(await store().head()).toBe(1);
    },
  );

  test('an append that expects any version is stored', async () => {
    await store().append('loan-1', 'any', [lent('1')], byCommand());
    expect(await store().append('loan-1', 'any', [returned('1')], byCommand())).toMatchObject({ streamVersion: 2 });
  });

  test('of 32 writers that expect the same version exactly one wins', async () => {
    const attempts = Array.from({ length: 32 }, () => store().append('loan-1', 0, [lent('1')], byCommand()));
    const statuses = (await Promise.all(attempts)).map((result) => result.status).sort();
    expect(statuses).toEqual(['appended', ...Array.from({ length: 31 }, () => 'conflict')]);
    expect(await store().readStream('loan-1')).toHaveLength(1);
  });
}

function describeCommandIds(store: () => EventStore<LoanEvent>): void {
  test('a repeated command on the same stream is a duplicate at its first position, whatever it expects', async () => {
    const context = byCommand();
    await store().append('loan-1', 0, [lent('1'), returned('1')], context);
    await store().append('loan-1', 2, [lent('1')], byCommand());
    for (const expected of [0, 2, 3, 'any'] as const) {
      const again = await store().append('loan-1', expected, [lent('1'), returned('1')], context);
      expect(again).toEqual({ status: 'duplicate', streamVersion: 2, position: 2 });
    }
    expect(await store().head()).toBe(3);
  });

  test('a command sent twice at once is stored once', async () => {
    const context = byCommand();
    const send = () => store().append('loan-1', 'any', [lent('1')], context);
    const statuses = (await Promise.all([send(), send()])).map((result) => result.status).sort();
    expect(statuses).toEqual(['appended', 'duplicate']);
    expect(await store().head()).toBe(1);
  });

  test('one command may append to two streams', async () => {
    const context = byCommand();
    await store().append('loan-1', 0, [lent('1')], context);
    expect(await store().append('loan-2', 0, [lent('2')], context)).toMatchObject({ status: 'appended' });
  });

  test('invalid event data, an append without events and a command id that is no UUID are refused', async () => {
    const misfit = lent('1', { days: 'seven' as unknown as number });
    await expect(store().append('loan-1', 0, [lent('1'), misfit], byCommand())).rejects.toThrow('DeviceLent');
    await expect(store().append('loan-1', 0, [], byCommand())).rejects.toThrow('no events');
    await expect(store().append('loan-1', 0, [lent('1')], byCommand('command-1'))).rejects.toThrow('UUID');
    expect(await store().head()).toBe(0);
  });
}

function describeBatches(store: () => EventStore<LoanEvent>): void {
  test('each append of a batch gets its own result, in the given order', async () => {
    await store().append('loan-2', 0, [lent('2')], byCommand());
    const misfit = lent('3', { days: null as unknown as number });
    const results = await store().appendMany([
      { stream: 'loan-1', expected: 0, events: [lent('1')], context: byCommand() },
      { stream: 'loan-2', expected: 0, events: [lent('2')], context: byCommand() },
      { stream: 'loan-3', expected: 0, events: [misfit], context: byCommand() },
      { stream: 'loan-1', expected: 1, events: [returned('1')], context: byCommand() },
    ]);
    expect(results.map((result) => result.status)).toEqual(['appended', 'conflict', 'rejected', 'appended']);
    expect(await store().readStream('loan-1')).toHaveLength(2);
    expect(await store().head()).toBe(3);
  });
}

function describeReads(store: () => EventStore<LoanEvent>): void {
  test('a stream is read whole and in order, an unknown one is empty', async () => {
    await store().append('loan-1', 0, [lent('1', { student: 'Grace Hopper', days: 3 }), returned('1')], byCommand());
    await store().append('loan-2', 0, [lent('2')], byCommand());
    const events = (await store().readStream('loan-1')).map((envelope) => envelope.event);
    const data = { deviceId: '1', days: 3, student: 'Grace Hopper', note: null };
    expect(events).toEqual([{ type: 'DeviceLent', data }, returned('1').event]);
    expect(await store().readStream('loan-9')).toEqual([]);
  });

  test('an envelope contains its stream, position, times, actor, correlation, causation and batch', async () => {
    const [id, batchId, context] = [randomUUID(), randomUUID(), byCommand()];
    const occurredAt = new Date('2026-01-05T08:30:00.125Z');
    const before = Date.now();
    await store().append('loan-1', 0, [{ ...lent('1'), id, occurredAt }], { ...context, batchId });
    const [envelope] = await store().readStream('loan-1');
    expect(envelope).toMatchObject({
      id,
      stream: 'loan-1',
      streamVersion: 1,
      position: 1,
      version: 1,
      occurredAt,
      batchId,
    });
    expect(envelope).toMatchObject({ actor: { userId: 'user-1', name: 'Ada' }, correlationId: 'correlation-1' });
    expect(envelope?.causationId).toBe(context.commandId);
    expect(Math.abs((envelope?.recordedAt.getTime() ?? 0) - before)).toBeLessThan(5_000);
  });

  test('the id of a personal token is stored with the actor', async () => {
    const actor = { userId: 'user-1', name: 'Ada', tokenId: 'token-7' };
    await store().append('loan-1', 0, [lent('1')], { ...byCommand(), actor });
    expect((await store().readAll(0, 1))[0]?.actor).toEqual(actor);
  });

  test('the actor of the service itself is null', async () => {
    await store().append('loan-1', 0, [lent('1')], { ...byCommand(), actor: null });
    expect((await store().readAll(0, 1))[0]).toMatchObject({ actor: null, batchId: null });
  });

  test('the whole log is read in pages', async () => {
    for (let device = 1; device <= 5; device += 1) {
      await store().append(`loan-${device}`, 0, [lent(`${device}`), returned(`${device}`)], byCommand());
    }
    const pages = [await store().readAll(0, 4), await store().readAll(4, 4), await store().readAll(8, 4)];
    expect(pages.map((page) => page.map(({ position }) => position))).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7, 8],
      [9, 10],
    ]);
    expect(await store().readAll(10, 4)).toEqual([]);
    expect(await store().head()).toBe(10);
    const stretch: number[][] = [];
    for await (const page of logPages(store(), { after: 1, upTo: 8, pageSize: 3 })) {
      stretch.push(page.map(({ position }) => position));
    }
    expect(stretch).toEqual([[2, 3, 4], [5, 6, 7], [8]]);
  });
}

function describeRedaction(store: () => EventStore<LoanEvent>): void {
  test('a redacted log has everything but personal data, both when read and when followed', async () => {
    const grace = lent('1', { student: 'Grace Hopper', note: 'late' });
    await store().append('loan-1', 0, [grace, returned('1', true)], byCommand());
    const [first, second] = await store().readAll(0, 10);
    const log = redacted(store());
    expect(await log.readAll(0, 10)).toEqual([{ ...first, event: lent('1').event }, second]);
    expect(await log.head()).toBe(2);
    const followed = Promise.withResolvers<EventEnvelope<LoanEvent>[]>();
    const onBatch = async (batch: EventEnvelope<LoanEvent>[]) => followed.resolve(batch);
    const subscription = log.subscribe({ after: 0, batchSize: 10, onBatch });
    const [seen] = await followed.promise;
    await subscription.stop();
    expect(seen?.event).toEqual(lent('1').event);
    expect((await store().readAll(0, 1))[0]?.event).toEqual(grace.event);
  });
}

function describeErasure(store: () => EventStore<LoanEvent>, keyring: () => Keyring): void {
  test('erasing a subject removes its personal data recorded so far and leaves everything else readable', async () => {
    await store().append(
      'loan-1',
      0,
      [lent('1', { student: 'Grace', note: 'late' }), returned('1', true)],
      byCommand(),
    );
    await store().append('loan-2', 0, [lent('2', { student: 'Edsger' })], byCommand());
    await keyring().erase('1');
    await store().append('loan-1', 2, [lent('1', { student: 'Barbara' })], byCommand());
    const events = (await store().readAll(0, 10)).map((envelope) => envelope.event);
    expect(events).toEqual([
      lent('1').event,
      returned('1', true).event,
      lent('2', { student: 'Edsger' }).event,
      lent('1', { student: 'Barbara' }).event,
    ]);
  });
}
