import { openScratchSite, waitForBuildSite } from './build-site';
import { compareView } from './compare-view';
import { rebuildView } from './rebuild';
import { openParcels, parcels, throwAway, weigh } from './testing/parcels';

/** How many parcels were weighed how many times. */
const counted = { ...parcels, countedBy: ['times'] as const };

describe('counts of rows', () => {
  let log: Awaited<ReturnType<typeof openParcels>>;
  beforeEach(async () => (log = await openParcels()));
  afterEach(() => log.close());

  async function counts(): Promise<Record<number, number>> {
    const { rows } = await log.pool.query<{ times: number; rows: number }>('select times, rows from parcels_counts');
    return Object.fromEntries(rows.map(({ times, rows: count }) => [times, count]));
  }
  const differences = async () => (await compareView(await log.building(counted, openScratchSite))).differences;

  test('are there with the rows of what was recorded before, and change with them', async () => {
    await log.record(weigh('a', 1), weigh('b', 1), weigh('a', 2));
    const views = await log.start([counted]);
    await views.reached(3);
    expect(await counts()).toEqual({ 1: 1, 2: 1 });
    await views.reached(await log.record(weigh('b', 2), weigh('c', 1), weigh('d', 1), throwAway('c')));
    expect(await counts()).toEqual({ 1: 1, 2: 2 });
    await views.reached(await log.record(throwAway('a'), throwAway('d')));
    expect(await counts()).toEqual({ 2: 1 });
    expect(await differences()).toEqual([]);
  });

  test('change with the rows around an event that the view cannot take in', async () => {
    const views = await log.start([{ ...counted, onPoison: 'skip' }]);
    await views.reached(await log.record(weigh('a', 1)));
    await views.reached(await log.record(weigh('a', 2), weigh('b', -1), weigh('b', 9_999_999), weigh('c', 1)));
    expect(await counts()).toEqual({ 1: 1, 2: 1 });
  });

  test('are replaced with the rows, and go on', async () => {
    const views = await log.start([counted]);
    await views.reached(await log.record(weigh('a', 1), weigh('b', 1)));
    await log.pool.query('update parcels_counts set rows = 7');
    expect(await differences()).toEqual([{ kind: 'counts' }]);
    await rebuildView(await log.building(counted, waitForBuildSite));
    expect(await counts()).toEqual({ 1: 2 });
    await views.reached(await log.record(weigh('a', 2)));
    expect(await counts()).toEqual({ 1: 1, 2: 1 });
    await log.pool.query('drop table parcels_counts');
    expect(await differences()).toEqual([{ kind: 'counts' }]);
  });

  test('hold what came to a log that was empty when its view began to be built', async () => {
    const views = await log.start([counted]);
    await views.reached(await log.record(...Array.from({ length: 600 }, (_, n) => weigh(`parcel ${String(n)}`, 1))));
    const begun = await log.building(counted, waitForBuildSite);
    const head = jest.fn(() => log.store.head()).mockResolvedValueOnce(0);
    await rebuildView({ ...begun, store: { ...log.store, head } });
    expect(await counts()).toEqual({ 1: 600 });
  });
});
