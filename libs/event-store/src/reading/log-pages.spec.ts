import type { EventEnvelope } from '@repairline/contracts/event';
import { logPages } from './log-pages';
import type { LoanEvent } from '../testing/sample-events';

/** A log of positions only, as many as exist when a page is requested. */
function growingLog(head: () => number, asked: number[] = []) {
  return {
    readAll: async (after: number, limit: number) => {
      asked.push(after);
      const count = Math.max(0, Math.min(limit, head() - after));
      return Array.from({ length: count }, (_, index) => ({ position: after + index + 1 }) as EventEnvelope<LoanEvent>);
    },
  };
}

async function positionsOf(pages: AsyncIterable<EventEnvelope<LoanEvent>[]>): Promise<number[][]> {
  const seen: number[][] = [];
  for await (const page of pages) seen.push(page.map(({ position }) => position));
  return seen;
}

test('events appended while the log is read leave no gap in what is read', async () => {
  const heads = [5, 5, 9];
  const log = growingLog(() => heads.shift() ?? 9);
  expect(await positionsOf(logPages(log, { after: 0, pageSize: 3, ahead: 2 }))).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

test.each([0, 1, 2])('with %i pages ahead, that many are requested while the first is processed', async (ahead) => {
  const asked: number[] = [];
  const pages = logPages(
    growingLog(() => 8, asked),
    { after: 0, upTo: 8, pageSize: 2, ahead },
  );
  await pages.next();
  expect(asked).toEqual([0, 2, 4].slice(0, 1 + ahead));
});

test('a page that cannot be read rejects when its turn comes, and never if the reader has stopped before', async () => {
  const log = growingLog(() => 4);
  const failing = {
    readAll: (after: number, limit: number) =>
      after === 2 ? Promise.reject(new Error('out of reach')) : log.readAll(after, limit),
  };
  const pages = logPages(failing, { after: 0, pageSize: 2, ahead: 1 });
  expect((await pages.next()).value).toHaveLength(2);
  await expect(pages.next()).rejects.toThrow('out of reach');
  for await (const page of logPages(failing, { after: 0, pageSize: 2, ahead: 1 })) {
    expect(page).toHaveLength(2);
    break;
  }
});
