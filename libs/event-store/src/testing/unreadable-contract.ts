import { randomUUID } from 'node:crypto';
import type { EventStore } from '../event-store';
import { isReadable, UnreadableEvent } from '../unreadable-event';
import type { StoreUnderTest } from './event-store-contract';
import { collector } from './ordering-contract';
import { byCommand, laterLoanRegistry, lent, returned, unsealingLoanRegistry, type LoanEvent } from './sample-events';

/** As after a return to an earlier program: the log holds an event in a version that only the later one knows. */
export function describeUnreadable(under: () => StoreUnderTest): void {
  const whatItIs = 'DeviceReturned version 2';
  let store: EventStore<LoanEvent>;
  beforeEach(async () => {
    const later = under().another({ registry: laterLoanRegistry });
    await later.append('loan-1', 0, [lent('1', { student: 'Grace' })], byCommand());
    await later.append('loan-2', 0, [lent('2'), returned('2')], byCommand());
    await later.append('loan-3', 0, [lent('3', { student: 'Ada' })], byCommand());
    store = under().another();
  });

  test.each([{ redacted: false }, { redacted: true }])('has its place between the others when %o', async (options) => {
    const page = await store.readAll(0, 10, options);
    expect(page.map(({ position, stream }) => `${position} ${stream}`)).toEqual([
      ...['1 loan-1', '2 loan-2', '3 loan-2', '4 loan-3'],
    ]);
    expect(page.map(({ event }) => event instanceof UnreadableEvent)).toEqual([false, false, true, false]);
    expect(page[2]).toMatchObject({ version: 2, event: { type: 'DeviceReturned' } });
    expect(() => page[2]?.event.data).toThrow(whatItIs);
    const student = options.redacted ? null : 'Ada';
    expect(page[3]?.event).toEqual(lent('3', { student }).event);
  });

  test('holds up no subscription', async () => {
    const seen = collector();
    const subscription = store.subscribe({ after: 0, batchSize: 2, onBatch: seen.take });
    await seen.until(4);
    await subscription.stop();
    expect(seen.positions).toEqual([1, 2, 3, 4]);
  });

  test('makes reading its own stream fail with an error that names it, and no other', async () => {
    await expect(store.readStream('loan-2')).rejects.toThrow(whatItIs);
    await expect(store.readStream('loan-2')).rejects.toThrow(UnreadableEvent);
    expect(await store.readStream('loan-3')).toHaveLength(1);
    expect(await store.append('loan-3', 1, [returned('3')], byCommand())).toMatchObject({ position: 5 });
  });
  test.each([
    ['a key id that is no UUID', { k: 'garbage', c: 'AAAA' }],
    ['a key id that is a number', { k: 5, c: 'AAAA' }],
    ['a key id that is missing', { c: 'AAAA' }],
    ['a ciphertext that is no text', { k: randomUUID(), c: 5 }],
    ['no object', 'garbage'],
    ['null', null],
  ])('is one whose sealed personal data has or is %s, and no other', async (_what, $personal) => {
    const sealed = lent('4', { $personal } as object);
    await under().another({ registry: unsealingLoanRegistry }).append('loan-4', 0, [sealed], byCommand());
    await under()
      .another()
      .append('loan-5', 0, [lent('5', { student: 'Alan' })], byCommand());
    const page = await store.readAll(3, 10);
    expect(page.map(isReadable)).toEqual([true, false, true]);
    expect(page[2]?.event).toEqual(lent('5', { student: 'Alan' }).event);
    expect((await store.readAll(4, 1, { redacted: true }))[0]?.event).toEqual(lent('4').event);
    await expect(store.readStream('loan-4')).rejects.toThrow('(DeviceLent version 1) cannot be read');
    expect(await store.readStream('loan-5')).toHaveLength(1);
  });
}
