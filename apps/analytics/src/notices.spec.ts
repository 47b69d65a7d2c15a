import type { ChangeNotice } from '@repairline/contracts/live';
import { createAnnouncer } from './notices';

const PAUSE = 250;
const change = (at: number) => ({ type: 'analytics_updated', context: 'analytics', at });
let told: ChangeNotice[];

beforeEach(() => {
  told = [];
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

test('the first change is announced at once, later ones together after a pause, without a gap', () => {
  const announcer = createAnnouncer((notice) => told.push(notice), PAUSE);
  announcer.moved({ after: 3, upTo: 5 });
  expect(told).toEqual([{ context: 'analytics', after: 3, upTo: 5, changes: [change(5)] }]);
  announcer.moved({ after: 5, upTo: 6 });
  announcer.moved({ after: 6, upTo: 9 });
  expect(told).toHaveLength(1);
  jest.advanceTimersByTime(PAUSE);
  expect(told[1]).toEqual({ context: 'analytics', after: 5, upTo: 9, changes: [change(9)] });
  jest.advanceTimersByTime(PAUSE);
  announcer.moved({ after: 9, upTo: 10 });
  expect(told[2]).toMatchObject({ after: 9, upTo: 10 });
});

test('a recount is announced aside of the positions, which stay as they are', () => {
  const announcer = createAnnouncer((notice) => told.push(notice), PAUSE);
  announcer.moved({ after: 3, upTo: 5 });
  announcer.recounted();
  expect(told[1]).toEqual({ context: 'analytics', after: 0, upTo: 0, changes: [change(0)], isAside: true });
});

test('nothing is announced after a stop', () => {
  const announcer = createAnnouncer((notice) => told.push(notice), PAUSE);
  announcer.moved({ after: 0, upTo: 1 });
  announcer.moved({ after: 1, upTo: 2 });
  announcer.stop();
  jest.advanceTimersByTime(PAUSE);
  expect(told).toHaveLength(1);
});
