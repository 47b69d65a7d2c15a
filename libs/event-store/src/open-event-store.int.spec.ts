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

  // proves d.config.event-store-eventstoredb
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

  test('an EventStoreDB that does not hold the log is refused and stays empty', async () => {
    const first = await open('eventstoredb');
    await first.store.append('loan-1', 0, [lent('1')], byCommand());
    await first.close();
    other = await startStandIn();
    const refusal = 'EVENTSTOREDB_URL: this EventStoreDB does not hold the log';
    await expect(open('eventstoredb', other.url)).rejects.toThrow(refusal);
    const fresh = await openEventStoreDbStores(other.url);
    expect(await fresh.another().head()).toBe(0);
    await fresh.close();
  });

  describe('that is in an EventStoreDB already in use', () => {
    let elsewhere: EventStoreDbStores;
    beforeEach(async () => (elsewhere = await openEventStoreDbStores(standIn.url)));
    afterEach(() => elsewhere.close());
    const refusal = 'EVENTSTOREDB_URL: this EventStoreDB holds the log of another database';

    test('is refused to a database that has never seen that log', async () => {
      const theirs = elsewhere.another();
      await theirs.append('loan-1', 0, [lent('1', { student: 'Grace' })], byCommand());
      await expect(open('eventstoredb')).rejects.toThrow(refusal);
      await expect(open('eventstoredb')).rejects.toThrow(refusal);
      expect(await theirs.head()).toBe(1);
    });

    test('is begun beside the logs of other services and of other programs', async () => {
      await elsewhere.another({ service: 'billing' }).append('loan-1', 0, [lent('1')], byCommand());
      const opened = await open('eventstoredb');
      expect(await opened.store.append('loan-1', 0, [lent('1')], byCommand())).toMatchObject({ position: 1 });
      await opened.close();
    });

    test('goes on although the process that began it was killed before it had saved its index', async () => {
      const killed = await open('eventstoredb');
      await killed.store.append('loan-1', 0, [returned('1')], byCommand());
      const again = await open('eventstoredb');
      expect(await again.store.head()).toBe(1);
      await again.close();
      await killed.close();
    });

    test('is opened by two processes at once, of which one has recorded before the other looks', async () => {
      const both = await Promise.all([open('eventstoredb'), open('eventstoredb')]);
      const results = await Promise.all(
        both.map(({ store }, at) => store.append(`loan-${String(at)}`, 0, [returned('1')], byCommand())),
      );
      expect(results.map((result) => 'position' in result && result.position).sort()).toEqual([1, 2]);
      await Promise.all(both.map(({ close }) => close()));
    });
  });

  test('an EventStoreDB that does not answer yet is waited for', async () => {
    standIn.stop();
    const opened = await open('eventstoredb');
    await expect(opened.store.head()).rejects.toThrow();
    standIn = await startStandIn({ port: standIn.port });
    expect(await opened.store.append('loan-1', 0, [lent('1')], byCommand())).toMatchObject({ position: 1 });
    await opened.close();
  });
});
