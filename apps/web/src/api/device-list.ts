import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { Device } from '@repairline/contracts/repairs/views';
import { useEffect } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { api } from './api';
import type { CallArgs, PageMeta } from './base-query';
import { onDevicesChanged } from './device-changes';
import { isAtBeginning, pagesTouched, upToNext, withBeginning, type DevicePage } from './device-pages';
import { devicesApi } from './devices';

export interface DeviceFilter {
  q?: string;
  school?: string;
  status?: string;
  priority?: string;
}
interface PageCall {
  filter: DeviceFilter;
  cursor: string | null;
  limit: number;
}
type Cursor = string | null;
type State = Parameters<ReturnType<typeof listApi.endpoints.devices.select>>[0];
type Dispatch = ThunkDispatch<State, unknown, UnknownAction>;

const PAGE = 200;
const MOST = 500;
/** What may have come into a page since it was read, before all pages have to be cut anew. */
const ROOM = 50;
/** So many devices are read again of a list's only page where changes show at its beginning, as most do. */
const BEGINNING = 50;
/** How long a list that nobody looks at is kept, for whoever comes back to their place in it; in seconds. */
const KEPT_FOR = 600;
/** From so many changes at once on, reading all pages again is the cheaper way. */
const MANY = 20;

const listApi = api.injectEndpoints({
  endpoints: (build) => ({
    devices: build.infiniteQuery<DevicePage, DeviceFilter, Cursor>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (last) => last.next ?? undefined },
      query: ({ queryArg, pageParam }) => pageCall({ filter: queryArg, cursor: pageParam, limit: PAGE }),
      transformResponse: pageOf,
      keepUnusedDataFor: KEPT_FOR,
      providesTags: ['DevicePages'],
    }),
    /** One page of it, again. */
    devicePage: build.query<DevicePage, PageCall>({
      query: pageCall,
      transformResponse: pageOf,
      keepUnusedDataFor: 0,
    }),
  }),
});

function pageCall({ filter, cursor, limit }: PageCall): CallArgs {
  return { url: 'devices', params: { ...filter, limit: String(limit), cursor: cursor ?? undefined } };
}

function pageOf(items: Device[], meta: PageMeta | undefined): DevicePage {
  return { items, total: meta?.total ?? items.length, next: meta?.next ?? null };
}

/** The devices that match, page by page; after a change of a device only the pages that it concerns are read again. */
export function useDeviceList(filter: DeviceFilter) {
  const dispatch = useDispatch<Dispatch>();
  const store = useStore<State>();
  useEffect(() => {
    const waiting = new Set<string>();
    const habit = { isAtBeginning: false };
    let reading: Promise<void> | undefined;
    const read = async () => {
      try {
        while (waiting.size > 0) {
          const changed = [...waiting];
          waiting.clear();
          await readAgain({ filter, changed, habit, dispatch, state: () => store.getState() });
        }
      } finally {
        reading = undefined;
      }
    };
    return onDevicesChanged(async (barcodeNumbers) => {
      for (const barcodeNumber of barcodeNumbers) waiting.add(barcodeNumber);
      if (waiting.size > 0) await (reading ??= read());
    });
  }, [filter, dispatch, store]);
  return listApi.useDevicesInfiniteQuery(filter, { refetchOnMountOrArgChange: true });
}

interface Reading {
  filter: DeviceFilter;
  changed: string[];
  /** Where the last changes showed; the next ones are looked for there. */
  habit: { isAtBeginning: boolean };
  dispatch: Dispatch;
  state: () => State;
}

async function readAgain({ filter, changed, habit, dispatch, state }: Reading) {
  // What is being read now may be from before the change.
  await dispatch(listApi.util.getRunningQueryThunk('devices', filter));
  const { data } = listApi.endpoints.devices.select(filter)(state());
  if (!data) return readAll(dispatch);
  const [first] = data.pages;
  const fresh =
    data.pages.length === 1 && first
      ? [await onlyPageNow(first, { filter, changed, habit, dispatch })]
      : await touchedPagesNow(data, { filter, changed, dispatch });
  if (!fresh || fresh.includes(undefined)) return readAll(dispatch);
  await putPages(filter, fresh as FreshPage[], dispatch);
}

async function touchedPagesNow(
  data: Pages,
  { filter, changed, dispatch }: Pick<Reading, 'filter' | 'changed' | 'dispatch'>,
) {
  if (changed.length > MANY) return undefined;
  const now = await Promise.all(changed.map((number) => deviceNow(number, dispatch)));
  if (now.includes(undefined)) return undefined;
  const touched = pagesTouched(data.pages, changed, now as Device[]);
  return Promise.all(touched.map((index) => pageNow(filter, data, index, dispatch)));
}

/** Its beginning alone, where that shows all that changed. */
async function onlyPageNow(before: DevicePage, reading: Omit<Reading, 'state'>): Promise<FreshPage | undefined> {
  const { filter, changed, habit, dispatch } = reading;
  const fresh = (page: DevicePage | undefined) => page && { index: 0, cursor: null, page };
  if (habit.isAtBeginning && before.items.length > BEGINNING && changed.length <= BEGINNING) {
    const beginning = await askPage({ filter, cursor: null, limit: BEGINNING }, dispatch);
    habit.isAtBeginning = beginning !== undefined && isAtBeginning(beginning.items, changed);
    const page = beginning && habit.isAtBeginning && withBeginning(before, beginning, PAGE + ROOM);
    if (page) return fresh(page);
  }
  const page = await askPage({ filter, cursor: null, limit: PAGE }, dispatch);
  habit.isAtBeginning = page !== undefined && isAtBeginning(page.items.slice(0, BEGINNING), changed);
  return fresh(page);
}

const readAll = (dispatch: Dispatch) => void dispatch(api.util.invalidateTags(['DevicePages']));

function deviceNow(barcodeNumber: string, dispatch: Dispatch): Promise<Device | undefined> {
  return answerTo(dispatch(devicesApi.endpoints.device.initiate(barcodeNumber, { forceRefetch: true })));
}

interface FreshPage {
  index: number;
  cursor: Cursor;
  page: DevicePage;
}
interface Pages {
  pages: DevicePage[];
  pageParams: Cursor[];
}

async function pageNow(filter: DeviceFilter, { pages, pageParams }: Pages, index: number, dispatch: Dispatch) {
  const before = pages[index];
  const cursor = pageParams[index] ?? null;
  const following = pages[index + 1];
  const limit = following ? Math.min(MOST, (before?.items.length ?? 0) + ROOM) : PAGE;
  const read = await askPage({ filter, cursor, limit }, dispatch);
  const page = read && before && upToNext(read, before, following);
  return page && ({ index, cursor, page } satisfies FreshPage);
}

function askPage(call: PageCall, dispatch: Dispatch): Promise<DevicePage | undefined> {
  return answerTo(dispatch(listApi.endpoints.devicePage.initiate(call, { forceRefetch: true })));
}

/** Subscribed until it is there: what nobody is subscribed to is broken off when the same question's last answer expires. */
async function answerTo<T>(asked: Promise<{ data?: T }> & { unsubscribe: () => void }): Promise<T | undefined> {
  const { data } = await asked;
  asked.unsubscribe();
  return data;
}

async function putPages(filter: DeviceFilter, fresh: FreshPage[], dispatch: Dispatch) {
  const total = fresh.at(-1)?.page.total;
  const put = () =>
    dispatch(
      listApi.util.updateQueryData('devices', filter, ({ pages, pageParams }) => {
        for (const page of pages) page.total = total ?? page.total;
        for (const { index, cursor, page } of fresh) if (pageParams[index] === cursor) pages[index] = page;
      }),
    );
  put();
  // A further page that was asked for meanwhile comes with the pages before it as they were then.
  const running = dispatch(listApi.util.getRunningQueryThunk('devices', filter));
  if (!running) return;
  await running;
  put();
}
