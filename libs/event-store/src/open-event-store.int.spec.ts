import { openEventStore, type EventStoreSettings } from './open-event-store';
import { startStandIn, type StandIn } from './testing/eventstoredb-stand-in/stand-in';
import { openEventStoreDbStores, type EventStoreDbStores } from './testing/eventstoredb-stores';
import { byCommand, lent, loanRegistry, returned } from './testing/sample-events';

describe('opening the event store of a service', () => {
  let standIn: StandIn;
  let other: StandIn | undefined;
  let stores: EventStoreDbStores;
  beforeEach(async () => {
    standIn = await startStandIn();
    stores = await openEventStoreDbStores(standIn.url);
  });
  afterEach(async () => {
    await stores.close();
    standIn.stop();
    other?.stop();
  });

  const open = (EVENT_STORE: EventStoreSettings['EVENT_STORE'], url: string | undefined = standIn.url) => {
    const { pool, keyring, connectionString } = stores;
    const settings = { EVENT_STORE, EVENTSTOREDB_URL: url };
    const surroundings = { service: 'repairs', pool, keyring, connectionString, onProblem: () => undefined };
    return openEventStore(settings, { ...surroundings, registry: loanRegistry });
  };

  test.each([
    ['postgres', 'eventstoredb'],
    ['eventstoredb', 'postgres'],
  ] as const)('a log that is kept by %s is continued there and cannot be opened with %s', async (kind, other) => {
    const first = await open(kind);
    await first.store.append('loan-1', 0, [lent('1')], byCommand());
    await first.close();
    await expect(open(other)).rejects.toThrow(`EVENT_STORE: the log of repairs is kept by '${kind}'`);
    const again = await open(kind);
    expect(await again.store.append('loan-1', 1, [returned('1')], byCommand())).toMatchObject({ position: 2 });
    await again.close();
  });

  test('EventStoreDB requires EVENTSTOREDB_URL', async () => {
    await expect(open('eventstoredb', '')).rejects.toThrow('EVENTSTOREDB_URL: is needed');
  });

  test('an EventStoreDB that does not hold the log refuses the first read or append and stays empty', async () => {
    const first = await open('eventstoredb');
    await first.store.append('loan-1', 0, [lent('1')], byCommand());
    await first.close();
    other = await startStandIn();
    const notThisOne = 'EVENTSTOREDB_URL: this EventStoreDB does not hold the log';
    const opened = await open('eventstoredb', other.url);
    await expect(opened.store.readStream('loan-9')).rejects.toThrow(notThisOne);
    await expect(opened.store.append('loan-9', 0, [lent('9')], byCommand())).rejects.toThrow(notThisOne);
    await opened.close();
    const fresh = await openEventStoreDbStores(other.url);
    expect(await fresh.another().head()).toBe(0);
    await fresh.close();
  });
});
