import { openScratchSite, waitForBuildSite } from './building/build-site';
import { compareView } from './building/compare-view';
import { rebuildView } from './building/rebuild';
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

  test('include the rows of events recorded before the view existed, and change with the rows', async () => {
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

  test('leave out poison events that the view skips', async () => {
    const views = await log.start([{ ...counted, onPoison: 'pass over' }]);
    await views.reached(await log.record(weigh('a', 1)));
    await views.reached(await log.record(weigh('a', 2), weigh('b', -1), weigh('b', 9_999_999), weigh('c', 1)));
    expect(await counts()).toEqual({ 1: 1, 2: 1 });
  });

  test('are compared and rebuilt with the rows, and change with them afterwards', async () => {
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

  test('include events recorded after the build of the view began on an empty log', async () => {
    const views = await log.start([counted]);
    await views.reached(await log.record(...Array.from({ length: 600 }, (_, n) => weigh(`parcel ${String(n)}`, 1))));
    const begun = await log.building(counted, waitForBuildSite);
    const head = jest.fn(() => log.store.head()).mockResolvedValueOnce(0);
    await rebuildView({ ...begun, store: { ...log.store, head } });
    expect(await counts()).toEqual({ 1: 600 });
  });
});
