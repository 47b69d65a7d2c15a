import { setTimeout as pause } from 'node:timers/promises';
import { createPool } from '@repairline/postgres/pool';
import { startStandIn, type StandIn } from '../../testing/eventstoredb-stand-in/stand-in';
import { openEventStoreDbStores, type EventStoreDbStores } from '../../testing/eventstoredb-stores';
import { byCommand, lent } from '../../testing/sample-events';
import { markStreamOf } from './log-mark';

const notThisOne = 'EVENTSTOREDB_URL: this EventStoreDB does not hold the log';
const anothers = 'EVENTSTOREDB_URL: this EventStoreDB holds the log of another database';

describe('a service whose log is still empty', () => {
  let right: StandIn;
  let wrong: StandIn;
  let under: EventStoreDbStores;
  let elsewhere: EventStoreDbStores;
  beforeEach(async () => {
    [right, wrong] = await Promise.all([startStandIn(), startStandIn()]);
    [under, elsewhere] = await Promise.all([openEventStoreDbStores(right.url), openEventStoreDbStores(wrong.url)]);
  });
  afterEach(async () => {
    await Promise.all([under.close(), elsewhere.close()]);
    right.stop();
    wrong.stop();
  });

  const marks = ({ log }: StandIn) => log.all.filter(({ stream }) => stream === markStreamOf('repairs'));
  const knownEvents = async () =>
    (await under.pool.query<{ events: number }>('SELECT sum(length(commits))::int AS events FROM commit_index')).rows[0]
      ?.events;
  /** As an installation from before there were marks has it. */
  async function withoutMark(standIn: StandIn): Promise<void> {
    standIn.log.delete(markStreamOf('repairs'));
    standIn.log.scavenge();
    const owner = createPool(under.adminUrl, 'event-store-spec', 1);
    await owner.query('TRUNCATE repairs.log_mark');
    await owner.end();
  }

  test('accepts no other EventStoreDB after a restart, whether there are events in it or not', async () => {
    const first = under.another();
    expect(await first.head()).toBe(0);
    await first.close();
    await expect(under.another({ url: wrong.url }).head()).rejects.toThrow(notThisOne);
    expect(marks(wrong)).toEqual([]);
    await elsewhere.another().append('loan-1', 0, [lent('1')], byCommand());
    const mistaken = under.another({ url: wrong.url });
    await expect(mistaken.head()).rejects.toThrow(notThisOne);
    await expect(mistaken.append('loan-2', 0, [lent('2')], byCommand())).rejects.toThrow(notThisOne);
    expect(wrong.log.stream('repairline_repairs-loan-2')).toBeUndefined();
    expect(await knownEvents()).toBe(0);
    expect(await under.another().append('loan-1', 0, [lent('1')], byCommand())).toMatchObject({ position: 1 });
  });

  test('takes nothing from one that comes in the right one’s place, and goes on once that is back', async () => {
    const problems: string[] = [];
    const store = under.another({ watchEveryMs: 50, onProblem: (problem) => problems.push(String(problem)) });
    expect(await store.head()).toBe(0);
    const marked = marks(right);
    right.stop();
    wrong.stop();
    wrong = await startStandIn({ port: right.port });
    await elsewhere.another({ url: wrong.url }).append('loan-1', 0, [lent('1')], byCommand());
    while (!problems.some((problem) => problem.includes(notThisOne))) await pause(10);
    await expect(store.head()).rejects.toThrow(notThisOne);
    await expect(store.append('loan-2', 0, [lent('2')], byCommand())).rejects.toThrow(notThisOne);
    wrong.stop();
    right = await startStandIn({ port: right.port });
    for (const mark of marked) right.log.append(mark.stream, 'no_stream', [mark]);
    while ((await store.head().catch(() => undefined)) === undefined) await pause(20);
    expect(await knownEvents()).toBe(0);
    expect(await store.append('loan-1', 0, [lent('1')], byCommand())).toMatchObject({ position: 1 });
  });

  test('is marked once, by whichever of its processes comes first, and the mark is no event of its log', async () => {
    const stores = [under.another(), under.another(), under.another()];
    expect(await Promise.all(stores.map((store) => store.head()))).toEqual([0, 0, 0]);
    expect(marks(right)).toHaveLength(1);
    expect(await stores[0]?.append('loan-1', 0, [lent('1')], byCommand())).toMatchObject({ position: 1 });
    expect((await stores[1]?.readAll(0, 10))?.map(({ stream }) => stream)).toEqual(['loan-1']);
  });

  test('cannot share an EventStoreDB with another installation whose log is empty, too', async () => {
    expect(await elsewhere.another().head()).toBe(0);
    await expect(under.another({ url: wrong.url }).head()).rejects.toThrow(anothers);
    expect(await elsewhere.another({ service: 'billing' }).head()).toBe(0);
  });

  test('is marked at its next start if it is from before there were marks', async () => {
    const former = under.another();
    await former.head();
    await former.close();
    await withoutMark(right);
    expect(await under.another().head()).toBe(0);
    expect(marks(right)).toHaveLength(1);
    await expect(under.another({ url: wrong.url }).head()).rejects.toThrow(notThisOne);
  });

  test('is marked by the next process if the first was killed when it had only proposed a mark', async () => {
    const mark = 'dc1c6a09-91b6-4ba4-9d1a-3f5fbdb1b7c3';
    const proposal = [markStreamOf('repairs'), mark];
    await under.pool.query('INSERT INTO log_mark (stream, id) VALUES ($1, $2)', proposal);
    expect(await under.another().head()).toBe(0);
    expect(marks(right).map(({ id }) => id)).toEqual([mark]);
  });

  test('needs no mark any more once its log has events', async () => {
    const former = under.another();
    await former.append('loan-1', 0, [lent('1')], byCommand());
    await former.close();
    await withoutMark(right);
    expect(await under.another().head()).toBe(1);
    expect(marks(right)).toEqual([]);
  });
});
