import { createInMemoryKeyring } from '../personal-data/keyring';
import { describeEventStore } from '../testing/event-store-contract';
import { loanRegistry } from '../testing/sample-events';
import { createInMemoryEventStore, type StoredRow } from './in-memory-event-store';

describeEventStore('memory', () => {
  const keyring = createInMemoryKeyring();
  const log: StoredRow[] = [];
  const store = createInMemoryEventStore(loanRegistry, keyring, log);
  return Promise.resolve({
    another: ({ registry } = {}) => (registry ? createInMemoryEventStore(registry, keyring, log) : store),
    keyring,
    close: () => Promise.resolve(),
  });
});
