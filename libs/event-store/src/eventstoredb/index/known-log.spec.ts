import { createKnownLog } from './known-log';
import type { LoggedEvent } from '../logged-event';

test('after a restart the id of the newest event is still known, until a newer event is taken', () => {
  const known = createKnownLog();
  known.restore({ commits: [10, 20], lastEvent: 'twenty', lookedUpTo: { commit: 30, prepare: 30 } });
  known.lookedAt({ commit: 40, prepare: 40 });
  expect(known.lastEvent()).toBe('twenty');
  known.take({ id: 'fifty', commit: 50 } as LoggedEvent);
  expect(known.lastEvent()).toBe('fifty');
});
