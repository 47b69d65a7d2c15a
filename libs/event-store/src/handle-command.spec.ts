import { DomainError } from '@repairline/contracts/domain-error';
import type { Decider } from './decider';
import type { EventStore } from './event-store';
import { handleCommand } from './handle-command';
import { createInMemoryEventStore } from './in-memory/in-memory-event-store';
import { deciderSpec } from './testing/decider-spec';
import { byCommand, loanRegistry, type LoanEvent } from './testing/sample-events';

type Loan = 'home' | 'out';
type LoanCommand = { type: 'LendDevice' } | { type: 'ReturnDevice' };

const loan: Decider<Loan, LoanCommand, LoanEvent> = {
  initialState: () => 'home',
  evolve: (_state, event) => (event.type === 'DeviceLent' ? 'out' : 'home'),
  decide(command, state) {
    if (command.type === 'ReturnDevice') {
      return state === 'home' ? [] : [{ type: 'DeviceReturned', data: { deviceId: '1', late: false } }];
    }
    if (state === 'out') throw new DomainError({ code: 'device_exists', message: 'It is out already' });
    return [{ type: 'DeviceLent', data: { deviceId: '1', days: 7, student: null, note: null } }];
  },
};
const lentEvent = loan.decide({ type: 'LendDevice' }, 'home')[0] as LoanEvent;
const returnedEvent = loan.decide({ type: 'ReturnDevice' }, 'out')[0] as LoanEvent;

describe('handling a command', () => {
  let store: EventStore<LoanEvent>;
  beforeEach(() => (store = createInMemoryEventStore(loanRegistry)));

  test('its events are appended, and the result has the new state, events, position and version', async () => {
    const handle = handleCommand(store, loan);
    expect(await handle('loan-1', { type: 'LendDevice' }, byCommand())).toEqual({
      state: 'out',
      events: [lentEvent],
      position: 1,
      streamVersion: 1,
    });
    const occurredAt = new Date('2026-01-05T08:00:00Z');
    await handle('loan-1', { type: 'ReturnDevice' }, { ...byCommand(), occurredAt });
    expect((await store.readStream('loan-1'))[1]).toMatchObject({ event: returnedEvent, occurredAt });
  });

  test('a command that changes nothing appends nothing and returns the current position', async () => {
    const handle = handleCommand(store, loan);
    const nothing = { state: 'home', events: [], position: 0, streamVersion: 0 };
    expect(await handle('loan-1', { type: 'ReturnDevice' }, byCommand())).toEqual(nothing);
    await handle('loan-1', { type: 'LendDevice' }, byCommand());
    await handle('loan-1', { type: 'ReturnDevice' }, byCommand());
    const again = await handle('loan-1', { type: 'ReturnDevice' }, byCommand());
    expect(again).toEqual({ state: 'home', events: [], position: 2, streamVersion: 2 });
    expect(await store.head()).toBe(2);
  });

  test('a broken rule reaches the caller and appends nothing', async () => {
    const handle = handleCommand(store, loan);
    await handle('loan-1', { type: 'LendDevice' }, byCommand());
    await expect(handle('loan-1', { type: 'LendDevice' }, byCommand())).rejects.toMatchObject({
      code: 'device_exists',
    });
    expect(await store.head()).toBe(1);
  });

  test('a repeated command gets its first result without being decided again', async () => {
    const handle = handleCommand(store, loan);
    const context = byCommand();
    const [first, second] = await Promise.all([
      handle('loan-1', { type: 'LendDevice' }, context),
      handle('loan-1', { type: 'LendDevice' }, context),
    ]);
    expect(second).toEqual(first);
    await handle('loan-1', { type: 'ReturnDevice' }, byCommand());
    expect(await handle('loan-1', { type: 'LendDevice' }, context)).toMatchObject({ events: [lentEvent], position: 1 });
    expect(await store.head()).toBe(2);
  });

  test('the second of two concurrent commands is decided on the state after the first', async () => {
    const handle = handleCommand(store, loan);
    const both = await Promise.allSettled([
      handle('loan-1', { type: 'LendDevice' }, byCommand()),
      handle('loan-1', { type: 'LendDevice' }, byCommand()),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'device_exists' } });
  });

  test('commands on one stream run one after the other, those on different streams in parallel', async () => {
    const outcomes: string[] = [];
    const watched: EventStore<LoanEvent> = {
      ...store,
      async append(...given) {
        await new Promise((resolve) => setImmediate(resolve));
        const result = await store.append(...given);
        outcomes.push(`${given[0]} ${result.status}`);
        return result;
      },
    };
    const borrow = (stream: string) =>
      Promise.all([
        handleCommand(watched, loan)(stream, { type: 'LendDevice' }, byCommand()),
        handleCommand(watched, loan)(stream, { type: 'ReturnDevice' }, byCommand()),
      ]);
    await Promise.all([borrow('loan-1'), borrow('loan-2')]);
    expect(outcomes).toEqual(['loan-1 appended', 'loan-2 appended', 'loan-1 appended', 'loan-2 appended']);
    expect((await store.readStream('loan-1')).map(({ event }) => event)).toEqual([lentEvent, returnedEvent]);
  });

  test('a refused command does not block the command behind it', async () => {
    const handle = handleCommand(store, loan);
    await handle('loan-1', { type: 'LendDevice' }, byCommand());
    const [refused, carriedOut] = await Promise.allSettled([
      handle('loan-1', { type: 'LendDevice' }, byCommand()),
      handle('loan-1', { type: 'ReturnDevice' }, byCommand()),
    ]);
    expect([refused.status, carriedOut.status]).toEqual(['rejected', 'fulfilled']);
  });

  test('a command whose every append meets a newer version fails with conflict', async () => {
    const busy: EventStore<LoanEvent> = {
      ...store,
      append: () => Promise.resolve({ status: 'conflict', streamVersion: 1 }),
    };
    const handled = handleCommand(busy, loan)('loan-1', { type: 'LendDevice' }, byCommand());
    await expect(handled).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('the given-when-then spec of a decider', () => {
  const given = deciderSpec(loan);

  test('passes when the decider’s events, refusal or lack of events are as expected', () => {
    given().when({ type: 'LendDevice' }).then(lentEvent);
    given(lentEvent).when({ type: 'LendDevice' }).thenError('device_exists');
    given(lentEvent, returnedEvent).when({ type: 'ReturnDevice' }).thenNothing();
  });

  test('fails when the decider does something else', () => {
    expect(() => given().when({ type: 'LendDevice' }).then(returnedEvent)).toThrow('DeviceReturned');
    expect(() => given(lentEvent).when({ type: 'ReturnDevice' }).thenNothing()).toThrow('DeviceReturned');
    expect(() => given().when({ type: 'LendDevice' }).thenError('device_exists')).toThrow('no error');
  });
});
