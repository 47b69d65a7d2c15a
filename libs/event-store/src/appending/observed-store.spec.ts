import { randomUUID } from 'node:crypto';
import type { AnyEvent, EventStore } from '../event-store';
import { timedAppends } from './observed-store';

const context = () => ({ commandId: randomUUID(), correlationId: 'test', actor: null });
const events = [{ event: { type: 'ParcelWeighed', data: {} } }];

function storeThat(append: EventStore<AnyEvent>['append']): EventStore<AnyEvent> {
  const appendMany: EventStore<AnyEvent>['appendMany'] = async (appends) =>
    appends.map(({ stream }) =>
      stream === 'broken'
        ? { status: 'rejected', reason: new Error('broken') }
        : { status: 'appended', streamVersion: 1, position: 1 },
    );
  return { append, appendMany } as EventStore<AnyEvent>;
}

describe('timed appends', () => {
  test.each(['appended', 'duplicate'] as const)(
    'are recorded under the outcome %s and return the result of the store',
    async (status) => {
      const heard: string[] = [];
      const store = timedAppends(
        storeThat(async () => ({ status, streamVersion: 1, position: 5 })),
        (outcome, seconds) => heard.push(`${outcome} ${seconds >= 0}`),
      );
      expect(await store.append('parcel-1', 0, events, context())).toEqual({ status, streamVersion: 1, position: 5 });
      expect(heard).toEqual([`${status} true`]);
    },
  );

  test('that throw are recorded as failed, and the error goes on to the caller', async () => {
    const heard: string[] = [];
    const store = timedAppends(
      storeThat(() => Promise.reject(new Error('out of reach'))),
      (outcome) => heard.push(outcome),
    );
    await expect(store.append('parcel-1', 0, events, context())).rejects.toThrow('out of reach');
    expect(heard).toEqual(['failed']);
  });

  test('of a batch are each recorded under their own outcome', async () => {
    const heard: string[] = [];
    const store = timedAppends(
      storeThat(() => Promise.reject(new Error('not asked'))),
      (outcome) => heard.push(outcome),
    );
    const append = { expected: 0, events, context: context() };
    await store.appendMany([
      { stream: 'parcel-1', ...append },
      { stream: 'broken', ...append },
    ]);
    expect(heard).toEqual(['appended', 'failed']);
  });
});
