import { createInMemoryKeyring } from '../personal-data/in-memory-keyring';
import { describeEventStore } from '../testing/event-store-contract';
import { loanRegistry } from '../testing/sample-events';
import { createInMemoryEventStore } from './in-memory-event-store';

describeEventStore('memory', () => {
  const keyring = createInMemoryKeyring();
  const store = createInMemoryEventStore(loanRegistry, keyring);
  return Promise.resolve({ another: () => store, keyring, close: () => Promise.resolve() });
});
