import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { Connection } from '../connection';
import { startFeed } from './feed';
import { createKnownLog } from '../index/known-log';

test('an event that cannot be taken in ends its subscription, which is reported and made again', async () => {
  const made: Readable[] = [];
  const subscribeToAll = () => {
    const subscription = new Readable({ objectMode: true, read: () => undefined });
    made.push(subscription);
    return Object.assign(subscription, { unsubscribe: () => Promise.resolve() });
  };
  const reports: unknown[] = [];
  const feed = startFeed({
    connection: { client: { subscribeToAll } } as unknown as Connection,
    prefix: 'repairline_repairs-',
    known: createKnownLog(),
    check: () => Promise.resolve(),
    report: (problem) => reports.push(problem),
  });
  while (made.length < 1) await turn();
  // As a server before 22.6 sends it, without its position.
  const event = { streamId: 'repairline_repairs-loan-1', type: 'DeviceLent', id: 'an id', revision: 0n };
  made[0]?.push({ event });
  made[0]?.push({ event });
  while (made.length < 2) await turn();
  expect(reports.map(String)).toEqual([expect.stringContaining('older than 22.6')]);
  expect(made[0]?.destroyed).toBe(true);
  await feed.close();
});
