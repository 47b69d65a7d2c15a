import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { EventStore } from '../event-store';
import { logPages } from '../reading/log-pages';
import { describeEventStore } from '../testing/event-store-contract';
import { startStandIn, type StandIn } from '../testing/eventstoredb-stand-in/stand-in';
import { openEventStoreDbStores, type EventStoreDbStores } from '../testing/eventstoredb-stores';
import { collector } from '../testing/ordering-contract';
import { byCommand, lent, returned, type LoanEvent } from '../testing/sample-events';
import { isReadable } from '../unreadable-event';

/** The server and the client of more than a thousand events share one process, on a machine that may be busy. */
const MANY_EVENTS_WITHIN_MS = 90_000;

describeEventStore('EventStoreDB’s stand-in', async () => {
  const standIn = await startStandIn();
  const stores = await openEventStoreDbStores(standIn.url);
  return { ...stores, close: () => stores.close().finally(() => standIn.stop()) };
});

const notThisOne = 'EVENTSTOREDB_URL: this EventStoreDB does not hold the log';

describe('a service’s log in EventStoreDB', () => {
  let standIn: StandIn;
  let under: EventStoreDbStores;
  let folder: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'repairline-stand-in-'));
    standIn = await startStandIn({ file: join(folder, 'log') });
    under = await openEventStoreDbStores(standIn.url);
  });
  afterEach(async () => {
    await under.close();
    standIn.stop();
    rmSync(folder, { recursive: true });
  });

  const positionsOf = async (store: ReturnType<typeof under.another>, after = 0) =>
    (await store.readAll(after, 5_000)).map(({ position, stream }) => `${position} ${stream}`);

  test('events of other services and of the server take no position in it', async () => {
    const [repairs, billing] = [under.another(), under.another({ service: 'billing' })];
    for (const device of ['1', '2', '3', '4', '5']) {
      await repairs.append(`loan-${device}`, 0, [lent(device)], byCommand());
      await billing.append(`loan-${device}`, 0, [lent(device), returned(device)], byCommand());
    }
    expect(await positionsOf(repairs)).toEqual(['1 loan-1', '2 loan-2', '3 loan-3', '4 loan-4', '5 loan-5']);
    expect(await billing.head()).toBe(10);
    expect(await repairs.readStream('loan-1')).toHaveLength(1);
    expect(standIn.log.all.length).toBeGreaterThan(15);
  });

  test(
    'old events are read in pages like new ones',
    async () => {
      const writer = under.another();
      await appendHundreds(writer, 13);
      const reader = under.another();
      const all = await reader.readAll(0, 2_000);
      expect(all.map(({ position }) => position)).toEqual(Array.from({ length: 1_300 }, (_, at) => at + 1));
      const seen: string[] = [];
      for (let page = await reader.readAll(0, 97); page.length > 0; page = await reader.readAll(seen.length, 97)) {
        seen.push(...page.map(({ id }) => id));
      }
      expect(seen).toEqual(all.map(({ id }) => id));
    },
    MANY_EVENTS_WITHIN_MS,
  );

  test(
    'positions stay the same after a restart and after the loss of the commit index',
    async () => {
      const first = under.another();
      await appendHundreds(first, 11);
      await first.append('loan-12', 0, [lent('12', { student: 'Grace' })], byCommand());
      const positions = await positionsOf(first, 1_000);
      expect(positions).toHaveLength(101);
      await first.close();
      expect(await indexRows(under.pool)).toEqual([
        { first_position: 1, events: 1_024 },
        { first_position: 1_025, events: 77 },
      ]);
      expect(await positionsOf(under.another(), 1_000)).toEqual(positions);
      await under.loseIndex();
      expect(await positionsOf(under.another(), 1_000)).toEqual(positions);
    },
    MANY_EVENTS_WITHIN_MS,
  );

  describe('an event that another program has written', () => {
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const [json, binary] = ['application/json', 'application/octet-stream'];
    const loan = JSON.stringify(returned('1').event.data);
    const ours = JSON.stringify({
      ...{ version: 1, occurredAt: '2026-01-05T08:00:00.000Z', actor: null, batchId: null },
      ...{ $correlationId: 'correlation-1', $causationId: randomUUID() },
    });

    test.each([
      ['without metadata', json, loan, ''],
      ['with empty metadata', json, loan, '{}'],
      ['with metadata that are no JSON', json, loan, 'none'],
      ['with metadata that are null', json, loan, 'null'],
      ['with a time that is none', json, loan, ours.replace('2026-01', 'January')],
      ['with binary data and without metadata', binary, loan, ''],
      ['with binary data', binary, loan, ours],
      ['with data that are no JSON', json, '{', ours],
      ['with data that are null', json, 'null', ours],
      ['with data that are a list', json, '[]', ours],
    ])('%s cannot be read and holds up nothing else', async (_what, contentType, data, metadata) => {
      const problems: unknown[] = [];
      const store = under.another({ watchEveryMs: 50, onProblem: (problem) => problems.push(problem) });
      const seen = collector();
      const subscription = store.subscribe({ after: 0, batchSize: 10, onBatch: seen.take });
      await store.append('loan-1', 0, [lent('1', { student: 'Grace' })], byCommand());
      await seen.until(1);
      const foreign = { id: randomUUID(), type: 'DeviceReturned', contentType };
      standIn.log.append('repairline_repairs-loan-2', 'any', [
        { ...foreign, data: base64(data), metadata: base64(metadata) },
      ]);
      await seen.until(2);
      expect(await store.append('loan-3', 0, [lent('3')], byCommand())).toMatchObject({ position: 3 });
      await seen.until(3);
      await subscription.stop();
      const another = under.another();
      for (const options of [{ redacted: false }, { redacted: true }])
        expect((await another.readAll(0, 10, options)).map(isReadable)).toEqual([true, false, true]);
      const [, unreadable] = await another.readAll(0, 10);
      expect(unreadable?.occurredAt.getTime()).toBeGreaterThan(0);
      await expect(another.readStream('loan-2')).rejects.toThrow('DeviceReturned');
      expect(problems).toEqual([]);
    });
  });

  test('a server that holds another log than the one the service has worked on is refused', async () => {
    const store = under.another();
    await store.append('loan-1', 0, [lent('1')], byCommand());
    await store.close();
    const other = await startStandIn();
    const mistaken = under.another({ url: other.url });
    await expect(mistaken.head()).rejects.toThrow('EVENTSTOREDB_URL');
    await expect(mistaken.append('loan-1', 0, [lent('1')], byCommand())).rejects.toThrow('EVENTSTOREDB_URL');
    expect(other.log.stream('repairline_repairs-loan-1')).toBeUndefined();
    other.stop();
  });

  test('a server that was emptied or replaced meanwhile is neither read nor appended to, until the right one is back', async () => {
    const problems: unknown[] = [];
    const store = under.another({ watchEveryMs: 50, onProblem: (problem) => problems.push(problem) });
    await store.append('loan-1', 0, [lent('1')], byCommand());
    standIn.stop();
    const other = await startStandIn({ port: standIn.port });
    while (!problems.some((problem) => String(problem).includes(notThisOne))) await pause(10);
    await expect(store.append('loan-2', 0, [lent('2')], byCommand())).rejects.toThrow(notThisOne);
    await expect(store.append('loan-1', 1, [returned('1')], byCommand())).rejects.toThrow(notThisOne);
    await expect(store.readStream('loan-1')).rejects.toThrow(notThisOne);
    await expect(store.readAll(0, 10)).rejects.toThrow(notThisOne);
    await expect(store.head()).rejects.toThrow(notThisOne);
    expect(other.log.all.filter(({ stream }) => stream.startsWith('repairline_'))).toEqual([]);
    other.stop();
    standIn = await startStandIn({ port: standIn.port, file: join(folder, 'log') });
    await untilAnswers(() => store.head());
    expect(await store.append('loan-2', 0, [lent('2')], byCommand())).toMatchObject({ position: 2 });
    expect(await positionsOf(store)).toEqual(['1 loan-1', '2 loan-2']);
  });

  test('nothing is appended to a server that replaces the right one, from the first moment', async () => {
    const store = under.another({ watchEveryMs: 60_000 });
    await store.append('loan-1', 0, [lent('1')], byCommand());
    standIn.stop();
    const other = await startStandIn({ port: standIn.port });
    for (let device = 2; device < 40; device += 1) {
      await expect(store.append(`loan-${String(device)}`, 0, [lent('2')], byCommand())).rejects.toThrow();
    }
    expect(other.log.all.filter(({ stream }) => stream.startsWith('repairline_'))).toEqual([]);
    other.stop();
    standIn = await startStandIn({ port: standIn.port, file: join(folder, 'log') });
  });

  test('a log that was replaced behind an unbroken connection is noticed by the watchdog', async () => {
    const problems: unknown[] = [];
    const store = under.another({ watchEveryMs: 50, onProblem: (problem) => void problems.push(problem) });
    await store.append('loan-1', 0, [lent('1')], byCommand());
    standIn.log.delete('repairline_repairs-loan-1');
    standIn.log.scavenge();
    await store.head();
    while (!problems.some((problem) => String(problem).includes(notThisOne))) await pause(10);
    await expect(store.append('loan-2', 0, [lent('2')], byCommand())).rejects.toThrow(notThisOne);
  });

  test('events sent twice with the same ids at the same version are stored once', async () => {
    const [one, another] = [under.another(), under.another()];
    const event = { ...lent('1'), id: '0d3adf4e-2d8e-4a8e-9f55-5c7f3a5dc6f1' };
    const context = byCommand();
    const results = await Promise.all([one, another].map((store) => store.append('loan-1', 0, [event], context)));
    expect(results.map((result) => ('position' in result ? result.position : null))).toEqual([1, 1]);
    expect(await one.head()).toBe(1);
  });

  test('a long log is read by one subscription, however many pages are prefetched', async () => {
    const writer = under.another();
    for (let batch = 0; batch < 4; batch += 1)
      await writer.append(
        `loan-${batch}`,
        0,
        Array.from({ length: 250 }, () => lent('1')),
        byCommand(),
      );
    const store = under.another();
    // Each store has one on which it hears of new events.
    while (standIn.subscriptions() < 2) await store.head();
    const positions: number[] = [];
    for await (const page of logPages(store, { after: 0, upTo: 450, pageSize: 50 }))
      positions.push(...page.map(({ position }) => position));
    expect(positions).toEqual(Array.from({ length: 450 }, (_, index) => index + 1));
    expect(standIn.subscriptions()).toBe(3);
  });

  test('a subscription that has gone silent is renewed, and no event is missed', async () => {
    const problems: unknown[] = [];
    const store = under.another({ watchEveryMs: 50, onProblem: (problem) => problems.push(problem) });
    const seen = collector();
    const subscription = store.subscribe({ after: 0, batchSize: 10, onBatch: seen.take, onError: () => undefined });
    await store.append('loan-1', 0, [lent('1')], byCommand());
    await seen.until(1);
    const before = standIn.subscriptions();
    standIn.silence();
    const elsewhere = under.another({ watchEveryMs: 60_000 });
    await elsewhere.append('loan-2', 0, [lent('2')], byCommand());
    await seen.until(2);
    while (problems.length === 0) await store.head();
    expect(String(problems[0])).toContain('gone silent');
    while (standIn.subscriptions() < before + 2) await store.head();
    await elsewhere.append('loan-3', 0, [lent('3')], byCommand());
    await seen.until(3);
    await subscription.stop();
    expect(seen.positions).toEqual([1, 2, 3]);
  });

  test('reading fails at an event that was deleted on the server, and a subscription stops before it', async () => {
    const writer = under.another();
    for (const device of ['1', '2', '3']) await writer.append(`loan-${device}`, 0, [lent(device)], byCommand());
    await writer.close();
    standIn.log.delete('repairline_repairs-loan-2');
    standIn.log.scavenge();
    const store = under.another();
    const noticed = 'no longer holds the event that stood at position 2';
    await expect(store.readAll(0, 10)).rejects.toThrow(noticed);
    expect(await positionsOf(store, 2)).toEqual(['3 loan-3']);
    const seen = collector();
    const problems: unknown[] = [];
    const onError = (problem: unknown) => problems.push(problem);
    const subscription = store.subscribe({ after: 0, batchSize: 1, onBatch: seen.take, onError });
    while (problems.length < 2) await store.head();
    await subscription.stop();
    expect(seen.positions).toEqual([1]);
    expect(String(problems[1])).toContain(noticed);
  });

  test('a tombstoned stream can be neither read nor appended to, and its tombstone takes no position', async () => {
    const store = under.another();
    await store.append('loan-1', 0, [lent('1')], byCommand());
    standIn.log.tombstone('repairline_repairs-loan-1');
    expect(await store.append('loan-2', 0, [lent('2')], byCommand())).toMatchObject({ position: 2 });
    await expect(store.readStream('loan-1')).rejects.toThrow('is deleted');
    await expect(store.append('loan-1', 1, [returned('1')], byCommand())).rejects.toThrow('is deleted');
    expect(await store.head()).toBe(2);
    expect(await positionsOf(under.another())).toEqual(['1 loan-1', '2 loan-2']);
  });

  test('a stream whose first events were deleted can be neither read nor appended to', async () => {
    const first = under.another();
    await first.append('loan-1', 0, [lent('1'), returned('1')], byCommand());
    await first.close();
    standIn.log.delete('repairline_repairs-loan-1');
    const store = under.another();
    const noticed = 'no longer holds the first events of loan-1';
    await expect(store.append('loan-1', 0, [lent('1')], byCommand())).rejects.toThrow(noticed);
    await expect(store.readStream('loan-1')).rejects.toThrow(noticed);
    await expect(store.append('loan-1', 1, [returned('1')], byCommand())).rejects.toThrow(noticed);
  });

  test('an append fails while the server is down; once it is back, the log continues where it was', async () => {
    const store = under.another();
    const seen = collector();
    const subscription = store.subscribe({ after: 0, batchSize: 10, onBatch: seen.take, onError: () => undefined });
    await store.append('loan-1', 0, [lent('1')], byCommand());
    await seen.until(1);
    standIn.stop();
    await expect(store.append('loan-1', 1, [returned('1')], byCommand())).rejects.toThrow();
    standIn = await startStandIn({ port: standIn.port, file: join(folder, 'log') });
    expect(await store.append('loan-1', 1, [returned('1')], byCommand())).toMatchObject({ position: 2 });
    await seen.until(2);
    await subscription.stop();
  });
});

async function untilAnswers(work: () => Promise<unknown>): Promise<void> {
  while (
    !(await work().then(
      () => true,
      () => false,
    ))
  )
    await pause(20);
}

async function appendHundreds(store: EventStore<LoanEvent>, hundreds: number): Promise<void> {
  for (let device = 1; device <= hundreds; device += 1) {
    const events = Array.from({ length: 100 }, () => returned(`${device}`));
    expect(await store.append(`loan-${device}`, 0, events, byCommand())).toMatchObject({ status: 'appended' });
  }
}

async function indexRows(pool: Pool) {
  const text = 'SELECT first_position, length(commits) / 8 AS events FROM commit_index ORDER BY first_position';
  return (await pool.query<{ first_position: number; events: number }>(text)).rows;
}
