import type { Device } from '@repairline/contracts/repairs/views';
import { api } from './api';
import { fetchDevice, fetchPage, listApi, loadedPages, LONGEST, PAGE } from './device-list-calls';
import type { Cursor, Dispatch, Pages, ShownList } from './device-list-calls';
import type { DeviceFilter, DevicePage } from './device-pages';
import { cutAtNextPage, isAtBeginning, pagesTouched, withBeginning } from './device-places';

const MOST_PER_CALL = 500;
/** How many devices may have entered a page since it was read before all pages have to be read anew. */
const ROOM = 50;
/** How many devices are reread of a list's only page while changes show at its beginning, as most do. */
const BEGINNING = 50;
/** With more changes at once than this, rereading all pages is cheaper. */
const REFETCH_ALL_ABOVE = 20;

interface Refetch extends ShownList {
  changed: string[];
  /** Whether the last changes showed at the beginning; the next ones are then looked for there. */
  lastPlace: { isAtBeginning: boolean };
}

/** Rereads the pages that changed devices concern. */
export async function refetchChangedPages({ filter, changed, lastPlace, dispatch, state }: Refetch): Promise<void> {
  const data = await pagesOnceLoaded({ filter, dispatch, state });
  if (!data) return refetchAll(dispatch);
  const [first] = data.pages;
  const fresh =
    data.pages.length === 1 && first
      ? [await refetchOnlyPage(first, { filter, changed, lastPlace, dispatch })]
      : await refetchTouchedPages(data, { filter, changed, dispatch });
  if (!fresh || fresh.includes(undefined)) return refetchAll(dispatch);
  await putPages({ filter, dispatch, state }, fresh as FreshPage[]);
}

/** Rereads the beginning after changes that already show, because only the server knows the new total. */
export async function refetchFirstRows({ filter, dispatch, state }: ShownList): Promise<void> {
  await pagesOnceLoaded({ filter, dispatch, state });
  const beginning = await fetchPage({ filter, cursor: null, limit: BEGINNING }, dispatch);
  const data = loadedPages(filter, state());
  if (!data) return;
  if (!beginning) return refetchAll(dispatch);
  const [first] = data.pages;
  const [cursor = null] = data.pageParams;
  if (data.pages.length > 1 || !first) {
    const isComplete = data.pages.at(-1)?.next !== null || beginning.total === lengthOf(data);
    return isComplete ? putTotal(filter, beginning.total, dispatch) : refetchAll(dispatch);
  }
  const page =
    withBeginning(first, beginning, LONGEST) ?? (await fetchPage({ filter, cursor: null, limit: PAGE }, dispatch));
  return page ? putPages({ filter, dispatch, state }, [{ index: 0, cursor, page }]) : refetchAll(dispatch);
}

const lengthOf = ({ pages }: Pages) => pages.reduce((sum, { items }) => sum + items.length, 0);

/** Waits for a read that is under way, because it may predate a change. */
async function pagesOnceLoaded({ filter, dispatch, state }: ShownList): Promise<Pages | undefined> {
  await dispatch(listApi.util.getRunningQueryThunk('devices', filter));
  return loadedPages(filter, state());
}

async function refetchTouchedPages(
  data: Pages,
  { filter, changed, dispatch }: Pick<Refetch, 'filter' | 'changed' | 'dispatch'>,
) {
  if (changed.length > REFETCH_ALL_ABOVE) return undefined;
  const now = await Promise.all(changed.map((number) => fetchDevice(number, dispatch)));
  if (now.includes(undefined)) return undefined;
  const touched = pagesTouched(data.pages, changed, now as Device[]);
  return Promise.all(touched.map((index) => refetchPage(filter, data, index, dispatch)));
}

/** Reads only the beginning if it shows everything that changed. */
async function refetchOnlyPage(before: DevicePage, refetch: Omit<Refetch, 'state'>): Promise<FreshPage | undefined> {
  const { filter, changed, lastPlace, dispatch } = refetch;
  const fresh = (page: DevicePage | undefined) => page && { index: 0, cursor: null, page };
  if (lastPlace.isAtBeginning && before.items.length > BEGINNING && changed.length <= BEGINNING) {
    const beginning = await fetchPage({ filter, cursor: null, limit: BEGINNING }, dispatch);
    lastPlace.isAtBeginning = beginning !== undefined && isAtBeginning(beginning.items, changed);
    const page = beginning && lastPlace.isAtBeginning && withBeginning(before, beginning, PAGE + ROOM);
    if (page) return fresh(page);
  }
  const page = await fetchPage({ filter, cursor: null, limit: PAGE }, dispatch);
  lastPlace.isAtBeginning = page !== undefined && isAtBeginning(page.items.slice(0, BEGINNING), changed);
  return fresh(page);
}

/** A failed read is recorded as failed and retried. */
const refetchAll = (dispatch: Dispatch) => void dispatch(api.util.invalidateTags(['DevicePages']));

interface FreshPage {
  index: number;
  cursor: Cursor;
  page: DevicePage;
}

async function refetchPage(filter: DeviceFilter, { pages, pageParams }: Pages, index: number, dispatch: Dispatch) {
  const before = pages[index];
  const cursor = pageParams[index] ?? null;
  const following = pages[index + 1];
  const limit = following ? Math.min(MOST_PER_CALL, (before?.items.length ?? 0) + ROOM) : PAGE;
  const read = await fetchPage({ filter, cursor, limit }, dispatch);
  const page = read && before && cutAtNextPage(read, before, following);
  return page && ({ index, cursor, page } satisfies FreshPage);
}

function putTotal(filter: DeviceFilter, total: number, dispatch: Dispatch): void {
  dispatch(
    listApi.util.updateQueryData('devices', filter, ({ pages }) => {
      for (const page of pages) page.total = total;
    }),
  );
}

async function putPages({ filter, dispatch, state }: ShownList, fresh: FreshPage[]) {
  const total = fresh.at(-1)?.page.total;
  const put = () =>
    dispatch(
      listApi.util.updateQueryData('devices', filter, ({ pages, pageParams }) => {
        for (const page of pages) page.total = total ?? page.total;
        for (const { index, cursor, page } of fresh) if (pageParams[index] === cursor) pages[index] = page;
      }),
    );
  const before = loadedPages(filter, state())?.pages.length ?? 0;
  put();
  // A further page requested in the meantime arrives together with the old versions of the pages before it.
  const now = await pagesOnceLoaded({ filter, dispatch, state });
  if (now && now.pages.length > before) put();
  if (!isGapless(loadedPages(filter, state()))) refetchAll(dispatch);
}

/** Whether each page continues where the one before it ends: a reread page may end sooner than it did. */
function isGapless({ pages, pageParams }: Pages = { pages: [], pageParams: [] }): boolean {
  return pageParams.every((cursor, index) => index === 0 || cursor === pages[index - 1]?.next);
}
